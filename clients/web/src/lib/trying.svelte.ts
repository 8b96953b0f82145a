/** Something that a person asks for, and what it is refused with: one at a time. */
import { told, type Told } from "./api";

export class Trying {
  busy = $state(false);
  refused = $state<Told>();

  /** Whether it was done. */
  async out(change: () => Promise<unknown>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.refused = undefined;
    try {
      await change();
      return true;
    } catch (thrown) {
      this.refused = told(thrown);
      return false;
    } finally {
      this.busy = false;
    }
  }
}
