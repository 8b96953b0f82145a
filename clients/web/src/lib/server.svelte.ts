/** What the server says of itself and its games; asked for once. */
import type { GameInfo, Limits } from "../gen/summitbook/v1/game_service_pb";
import { games, told, type Told } from "./api";

class ServerInfo {
  version = $state("");
  games = $state.raw<GameInfo[]>([]);
  limits = $state.raw<Limits>();
  failed = $state<Told>();

  async load(): Promise<void> {
    try {
      const answer = await games.getServerInfo({});
      this.version = answer.version;
      this.games = newest(answer.games);
      this.limits = answer.limits;
      this.failed = undefined;
    } catch (thrown) {
      this.failed = told(thrown);
      setTimeout(() => void this.load(), 2_000);
    }
  }
}

/** Each game once, under its newest rules, which come first. */
function newest(all: readonly GameInfo[]): GameInfo[] {
  return all.filter((each, at) => all.findIndex((other) => other.name === each.name) === at);
}

export const info = new ServerInfo();
