/** Where in the page one is, kept in the part of the address that is never sent: `#/game/<id>`. */
export interface Place {
  screen: "lobby" | (typeof SCREENS)[number];
  what: string;
}

const SCREENS = ["new", "game", "join", "replay", "rules", "tournaments", "announce", "tournament"] as const;

function placeOf(hash: string): Place {
  const [, screen = "", what = ""] = hash.split("/");
  const known = SCREENS.find((each) => each === screen);
  return { screen: known ?? "lobby", what: decodeURIComponent(what) };
}

class Route {
  place = $state<Place>(placeOf(location.hash));

  constructor() {
    addEventListener("hashchange", () => {
      this.place = placeOf(location.hash);
      scrollTo(0, 0);
    });
  }
}

export const route = new Route();
export const go = (path: string): void => {
  location.hash = path;
};
