/** A list that the service has, a status at a time: asked for now and again while it is looked at. */
import { told, type Told } from "./api";

/** What is asked for: as the service has it in its requests. */
export interface Asked<Status> {
  status: Status;
  pageSize: number;
  pageToken: string;
}

export interface Page<Item> {
  items: Item[];
  nextPageToken: string;
}

export abstract class Listing<Status, Item> {
  status: Status;
  /** What there is, and whether there is more; undefined until that is known. */
  found = $state.raw<{ items: Item[]; more: boolean }>();
  failed = $state<Told>();
  readonly #every: number;
  readonly #grows: number;
  #size: number;

  /** It is asked for every so many milliseconds, and grows by so many items when more are wanted. */
  constructor(status: Status, every: number, grows: number) {
    this.status = $state.raw(status);
    this.#every = every;
    this.#grows = this.#size = grows;
  }

  /** One page; it may have fewer than were asked for, though more follow. */
  protected abstract page(asked: Asked<Status>): Promise<Page<Item>>;

  /** What else is asked for with each list, to be shown at the same time. */
  protected async beside(): Promise<void> {}

  /** Ask now and again, while the page is looked at; the answer stops it. */
  start(): () => void {
    const timer = setInterval(() => document.hidden || void this.ask(), this.#every);
    void this.ask();
    return () => clearInterval(timer);
  }

  show(status: Status): void {
    this.status = status;
    this.#size = this.#grows;
    this.found = undefined;
    void this.ask();
  }

  showMore(): void {
    this.#size += this.#grows;
    void this.ask();
  }

  async ask(): Promise<void> {
    const { status } = this;
    try {
      const { items, nextPageToken } = await this.#some(status);
      await this.beside();
      if (status !== this.status) return;
      this.found = { items: items.slice(0, this.#size), more: nextPageToken !== "" || items.length > this.#size };
      this.failed = undefined;
    } catch (thrown) {
      this.failed = told(thrown);
    }
  }

  /** At least as many as are wanted, if there are so many. */
  async #some(status: Status): Promise<Page<Item>> {
    const items: Item[] = [];
    let nextPageToken = "";
    do {
      const page = await this.page({ status, pageSize: this.#size, pageToken: nextPageToken });
      items.push(...page.items);
      nextPageToken = page.nextPageToken;
    } while (nextPageToken && items.length < this.#size);
    return { items, nextPageToken };
  }
}
