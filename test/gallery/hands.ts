/**
 * Something a person does with a page before it shows what it is to show, for what stands in the page alone and not in the
 * store: an open question, a menu, the list of keys.
 */
export type Hand =
  /** A button, link or choice, by the beginning of its name. */
  | { readonly press: string }
  /** The same, by a selector. */
  | { readonly pressAt: string }
  /** The same where it is seen; some things are there on phones alone. */
  | { readonly pressIfSeen: string }
  /** A key, pressed in what the selector names, or anywhere. */
  | { readonly key: string; readonly control?: boolean; readonly on?: string }
  | { readonly type: string; readonly into: string }
  /** Waits until there is such a thing. */
  | { readonly see: string }
  /** The browser has no network. */
  | { readonly offline: true };

const nameOf = (element: Element) => element.getAttribute('aria-label') ?? element.textContent.trim();

const isSeen = (element: Element) => element.getClientRects().length > 0;

const named = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('button, a, [role=radio]')].find(
    (element) => nameOf(element).startsWith(name) && isSeen(element),
  );

function press(element: HTMLElement | null | undefined) {
  element?.click();
  return element !== null && element !== undefined;
}

function pressIfSeen(selector: string) {
  const element = document.querySelector<HTMLElement>(selector);
  return element !== null && (!isSeen(element) || press(element));
}

function pressKey({ key, control = false, on = 'body' }: Extract<Hand, { key: string }>) {
  const target = document.querySelector<HTMLElement>(on);
  target?.focus();
  return target?.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey: control, bubbles: true })) !== undefined;
}

/** As if it were typed: React hears of a value only when it is set past what it has put around it. */
function type(text: string, into: string) {
  const input = document.querySelector<HTMLInputElement>(into);
  if (input === null) return false;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
  return input.dispatchEvent(new Event('input', { bubbles: true }));
}

function goOffline() {
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => false });
  return window.dispatchEvent(new Event('offline'));
}

/** Whether it could be done already. */
function does(hand: Hand): boolean {
  if ('press' in hand) return press(named(hand.press));
  if ('pressAt' in hand) return press(document.querySelector<HTMLElement>(hand.pressAt));
  if ('pressIfSeen' in hand) return pressIfSeen(hand.pressIfSeen);
  if ('key' in hand) return pressKey(hand);
  if ('type' in hand) return type(hand.type, hand.into);
  if ('see' in hand) return document.querySelector(hand.see) !== null;
  return goOffline();
}

/** What waits for its file is busy, and empty. */
const COMING = '[aria-busy="true"]:empty';

/** Whether the page and its parts are there. */
const isDrawn = () => document.querySelector('h1') !== null && document.querySelector(COMING) === null;

/**
 * Does one after the other, each as soon as it can be done, once the page is drawn.
 *
 * @param done called when all is done
 * @returns stops, and gives the network back
 */
export function lendHands(hands: readonly Hand[], done: () => void): () => void {
  const left = [...hands];
  let frame = 0;
  const next = () => {
    const [hand] = left;
    if (hand === undefined && isDrawn()) return done();
    if (hand !== undefined && isDrawn() && does(hand)) left.shift();
    frame = requestAnimationFrame(next);
  };
  frame = requestAnimationFrame(next);
  return () => {
    cancelAnimationFrame(frame);
    Reflect.deleteProperty(navigator, 'onLine');
  };
}
