/** The tournaments of the service, a status at a time. */
import { TournamentStatus, type Tournament } from "../gen/summitbook/v1/tournament_pb";
import { Listing, type Asked, type Page } from "../lib/listing.svelte";
import { tournaments } from "./own";

export class TournamentListing extends Listing<TournamentStatus, Tournament> {
  constructor() {
    super(TournamentStatus.OPEN, 5_000, 24);
  }

  protected async page(asked: Asked<TournamentStatus>): Promise<Page<Tournament>> {
    const { tournaments: items, nextPageToken } = await tournaments.listTournaments(asked);
    return { items, nextPageToken };
  }
}
