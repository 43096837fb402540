import { lazy, Suspense } from 'react';
import type { MenuChoice } from './Menu';

/** Pixels from the window's corner. */
export interface MenuPlace {
  readonly x: number;
  readonly y: number;
}

export interface ContextMenuProps {
  readonly place: MenuPlace;
  /** What it is about; screen readers say it. */
  readonly label: string;
  readonly items: readonly MenuChoice[];
  /** It was left, or something was chosen: whoever opened it takes the focus back. */
  readonly onClose: () => void;
}

const LoadedContextMenu = lazy(async () => ({
  default: (await import(/* webpackChunkName: "menu" */ './LoadedContextMenu')).LoadedContextMenu,
}));

/** A menu at a place of the window, open as long as it is rendered: for what the other mouse button was pressed on. */
export const ContextMenu = (props: ContextMenuProps) => (
  <Suspense fallback={null}>
    <LoadedContextMenu {...props} />
  </Suspense>
);
