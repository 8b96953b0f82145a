/** What a form holds of a game that is to be made, or of a tournament's games: edition, options and seats. */
import type { GameInfo } from "../gen/summitbook/v1/game_service_pb";
import { optionsOf, startOf, type Chosen } from "./options";
import { info } from "./server.svelte";

export class Draft {
  chosen = $state<Chosen>({});
  edition = $state("");
  seats = $state(1);
  readonly #of: () => GameInfo | undefined;

  /** Made by a component, which is told what the game is; with another game it begins anew. */
  constructor(of: () => GameInfo | undefined) {
    this.#of = of;
    $effect(() => {
      const game = of();
      if (!game) return;
      this.chosen = startOf(game);
      this.edition = game.editions[0]?.name ?? "";
      this.seats = game.editions[0]?.minSeats ?? 1;
    });
  }

  /** Each number of seats that there may be in the edition, on this service. */
  get counts(): number[] {
    const { minSeats = 1, maxSeats = 1 } = this.#of()?.editions.find(({ name }) => name === this.edition) ?? {};
    const most = Math.min(maxSeats, info.limits?.maxSeats || Infinity);
    return Array.from({ length: most - minSeats + 1 }, (_, at) => minSeats + at);
  }

  get options() {
    return optionsOf(this.#of()!, this.chosen);
  }
}
