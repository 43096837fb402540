import { type KeyboardEvent, useMemo } from 'react';
import { createPortal } from 'react-dom';
import { type MenuChoice, MenuSheet } from './MenuSheet';

/** A position in the window, in pixels from its top left corner. */
export interface MenuPlace {
  readonly x: number;
  readonly y: number;
}

interface ContextMenuProps {
  readonly place: MenuPlace;
  /** Accessible name. */
  readonly label: string;
  readonly items: readonly MenuChoice[];
  /** Called when the menu was dismissed or an item chosen; the caller restores the focus. */
  readonly onClose: () => void;
}

const preventTab = (event: KeyboardEvent) => {
  if (event.key === 'Tab') event.preventDefault();
};

/** A menu at a position of the window, for a right click; open while it is rendered. */
export function ContextMenu({ place: { x, y }, label, items, onClose }: ContextMenuProps) {
  const anchor = useMemo(() => ({ rect: () => new DOMRect(x, y), gap: 0, end: false }), [x, y]);
  const sheet = (
    <div onKeyDownCapture={preventTab}>
      <MenuSheet label={label} anchor={anchor} items={items} focused onClose={onClose} onOutside={onClose} />
    </div>
  );
  return createPortal(sheet, document.body);
}
