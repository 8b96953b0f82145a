/**
 * Dragging one thing onto another of its kind, by mouse, pen or finger.
 *
 * Things carry `data-thing`; a press that moves less than a few pixels stays a click.
 */
const FAR = 6;

export function dragging(node: HTMLElement, dropped: (from: string, onto: string) => void) {
  let start: PointerEvent | undefined;
  let moved = false;

  function down(event: PointerEvent): void {
    if (event.button !== 0) return;
    start = event;
    moved = false;
    node.setPointerCapture(event.pointerId);
  }
  function move(event: PointerEvent): void {
    if (!start) return;
    const [x, y] = [event.clientX - start.clientX, event.clientY - start.clientY];
    moved ||= Math.hypot(x, y) > FAR;
    if (moved) {
      node.style.translate = `${x}px ${y}px`;
      node.classList.add("dragged");
    }
  }
  function up(event: PointerEvent): void {
    node.style.translate = "";
    node.classList.remove("dragged");
    const onto = document.elementsFromPoint(event.clientX, event.clientY).map((each) => each.closest<HTMLElement>("[data-thing]"));
    const other = onto.find((each) => each && each !== node);
    if (start && moved && other) dropped(node.dataset.thing!, other.dataset.thing!);
    start = undefined;
  }
  /** A drag is no click. */
  function click(event: MouseEvent): void {
    if (!moved) return;
    event.stopImmediatePropagation();
    event.preventDefault();
    moved = false;
  }

  node.addEventListener("pointerdown", down);
  node.addEventListener("pointermove", move);
  node.addEventListener("pointerup", up);
  node.addEventListener("pointercancel", up);
  node.addEventListener("click", click, { capture: true });
  return { update: (next: typeof dropped) => (dropped = next) };
}
