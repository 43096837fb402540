import type { KeyboardEvent } from 'react';

/** Attributes that mark a row's focusable link, and the button of its menu. */
export const rowLink = { 'data-row-link': '' } as const;
export const rowMenu = { 'data-row-menu': '' } as const;

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

function move(event: KeyboardEvent, row: Element, by: number) {
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row-link]')];
  const here = links.findIndex((link) => row.contains(link));
  const next = links[here + by];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

/** Handles keys in a list of rows: arrow keys move the focus between rows, Shift F10 and the menu key open the row's menu. */
export function onRowKey(event: KeyboardEvent<HTMLElement>) {
  const target = event.target as Element;
  const row = target.closest('tr');
  if (row === null || target.closest('[role="menu"], [aria-haspopup]') !== null) return;
  const by = steps[event.key];
  if (by !== undefined) return move(event, row, by);
  if (event.key !== 'ContextMenu' && !(event.key === 'F10' && event.shiftKey)) return;
  event.preventDefault();
  const menu = row.querySelector<HTMLElement>('[data-row-menu]');
  menu?.focus();
  menu?.click();
}
