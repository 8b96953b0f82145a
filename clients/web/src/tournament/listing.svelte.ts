/** The tournaments of the service, a status at a time. */
import { TournamentStatus, type Tournament } from "../gen/summitbook/v1/tournament_pb";
import { told, type Told } from "../lib/api";
import { tournaments } from "./own";

const EVERY = 5_000;
const PAGE = 24;

export class TournamentListing {
  status = $state(TournamentStatus.OPEN);
  listed = $state.raw<Tournament[]>([]);
  more = $state(false);
  asked = $state(false);
  failed = $state<Told>();
  #size = PAGE;

  /** Ask now and again, while the page is looked at; the answer stops it. */
  start(): () => void {
    const timer = setInterval(() => document.hidden || void this.ask(), EVERY);
    void this.ask();
    return () => clearInterval(timer);
  }

  show(status: TournamentStatus): void {
    this.status = status;
    this.#size = PAGE;
    this.listed = [];
    this.asked = false;
    void this.ask();
  }

  showMore(): void {
    this.#size += PAGE;
    void this.ask();
  }

  async ask(): Promise<void> {
    const status = this.status;
    try {
      const found = await this.#some(status);
      if (status !== this.status) return;
      this.listed = found.slice(0, this.#size);
      this.failed = undefined;
    } catch (thrown) {
      this.failed = told(thrown);
    } finally {
      this.asked = true;
    }
  }

  /** As many as are wanted: a page may have fewer than were asked for. */
  async #some(status: TournamentStatus): Promise<Tournament[]> {
    const found: Tournament[] = [];
    let pageToken = "";
    do {
      const page = await tournaments.listTournaments({ status, pageSize: this.#size, pageToken });
      found.push(...page.tournaments);
      pageToken = page.nextPageToken;
    } while (pageToken && found.length < this.#size);
    this.more = pageToken !== "" || found.length > this.#size;
    return found;
  }
}
