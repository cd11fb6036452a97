/** Marks what holds the buttons for saving, wherever Strapi puts it for the width of the window. */
export const ENTRY_ACTIONS = 'data-entry-actions';
/** On the body while an editor takes the whole window; its value is the height that is left for the buttons. */
export const WHOLE_WINDOW = 'data-whole-window';
export const BAR_HEIGHT = '--entry-actions-height';

/** The part of the page with the buttons for saving, which stays in sight: a panel, or a drawer at the bottom. */
export const barOfActions = (): HTMLElement | null => {
  const actions = document.querySelector(`[${ENTRY_ACTIONS}]`);
  return actions?.closest<HTMLElement>('aside, body > *') ?? null;
};

/** Makes everything but these elements unreachable by keyboard and pointer. @returns takes that back */
const keepReachable = (kept: readonly Element[]): (() => void) => {
  const hidden: HTMLElement[] = [];
  const visit = (parent: Element) => {
    for (const child of parent.children) {
      if (kept.includes(child) || !(child instanceof HTMLElement) || child.inert) continue;
      if (kept.some((one) => child.contains(one))) visit(child);
      else {
        child.inert = true;
        hidden.push(child);
      }
    }
  };
  visit(document.body);
  return () => {
    for (const element of hidden) element.inert = false;
  };
};

/** Gives an element the whole window, with the buttons for saving below it. @returns takes that back */
export const takeWholeWindow = (element: HTMLElement): (() => void) => {
  const bar = barOfActions();
  const { body } = document;
  const { overflow } = body.style;
  body.style.overflow = 'hidden';
  body.setAttribute(WHOLE_WINDOW, '');
  body.style.setProperty(BAR_HEIGHT, `${bar?.getBoundingClientRect().height ?? 0}px`);
  const reachable = keepReachable(bar ? [element, bar] : [element]);
  return () => {
    reachable();
    body.style.overflow = overflow;
    body.removeAttribute(WHOLE_WINDOW);
    body.style.removeProperty(BAR_HEIGHT);
  };
};
