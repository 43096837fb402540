import type { KeyboardEvent } from 'react';

/** Attributes that mark a row's focusable link, and the button of its menu. */
export const rowLink = { 'data-row-link': '' } as const;
export const rowMenu = { 'data-row-menu': '' } as const;

/** Number of rows that each key moves the focus by. */
const arrowSteps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

function moveFocus(event: KeyboardEvent, row: Element, step: number) {
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row-link]')];
  const current = links.findIndex((link) => row.contains(link));
  const next = links[current + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

/** Handles keys in a list of rows: arrow keys move the focus between rows, Shift F10 and the menu key open the row's menu. */
export function onRowKey(event: KeyboardEvent<HTMLElement>) {
  const target = event.target as Element;
  const row = target.closest('tr');
  if (row === null || target.closest('[role="menu"], [aria-haspopup]') !== null) return;
  const step = arrowSteps[event.key];
  if (step !== undefined) return moveFocus(event, row, step);
  if (event.key !== 'ContextMenu' && !(event.key === 'F10' && event.shiftKey)) return;
  event.preventDefault();
  const menu = row.querySelector<HTMLElement>('[data-row-menu]');
  menu?.focus();
  menu?.click();
}
