/** Who sits where, as they are spoken of: `You roll`, `Ann rolls`. */
import type { Game } from "../gen/summitbook/v1/game_pb";

const IRREGULAR: Record<string, string> = { have: "has", are: "is", may: "may", go: "goes" };

export class People {
  constructor(
    readonly names: ReadonlyMap<number, string>,
    readonly own: readonly number[] = [],
  ) {}

  static of(game: Game | undefined, own: readonly number[] = []): People {
    const taken = game?.seats.filter((seat) => seat.taken) ?? [];
    return new People(new Map(taken.map((seat) => [seat.seat, seat.name])), own);
  }

  /** By name, with the seat only where two have one name. */
  name(seat: number): string {
    const name = this.names.get(seat);
    if (name === undefined) return `Seat ${seat}`;
    const shared = [...this.names.values()].filter((each) => each === name).length > 1;
    return shared ? `${name} (seat ${seat})` : name;
  }

  /** The same as somebody something happens to; only who holds a single seat is `you`. */
  whom(seat: number): string {
    return this.isYou(seat) ? "you" : this.name(seat);
  }

  does(seat: number | undefined, doing: string): string {
    if (seat !== undefined && this.isYou(seat)) return `You ${doing}`;
    const [verb = "", ...rest] = doing.split(" ");
    const third = IRREGULAR[verb] ?? verb + (/(s|sh|ch|x|z)$/.test(verb) ? "es" : "s");
    return [seat === undefined ? "Somebody" : this.name(seat), third, ...rest].join(" ");
  }

  private isYou(seat: number): boolean {
    return this.own.length === 1 && this.own[0] === seat;
  }
}
