/** The time, for what counts down: once a second, in milliseconds of performance.now(). */
class Now {
  at = $state(performance.now());

  constructor() {
    setInterval(() => (this.at = performance.now()), 1_000);
  }
}

export const now = new Now();

/** So many seconds as a person says it: `45 s`, `3 min 05 s`, `2 h 10 min`, `3 days`. */
export function span(seconds: number): string {
  const left = Math.max(0, Math.round(seconds));
  if (left < 60) return `${left} s`;
  if (left < 3_600) return `${Math.floor(left / 60)} min ${String(left % 60).padStart(2, "0")} s`;
  if (left < 172_800) return `${Math.floor(left / 3_600)} h ${Math.floor((left % 3_600) / 60)} min`;
  return `${Math.floor(left / 86_400)} days`;
}
