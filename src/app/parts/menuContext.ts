import type { UseInteractionsReturn } from '@floating-ui/react';
import { createContext, useContext } from 'react';

interface MenuContext {
  /** Index of the item the keyboard is at. */
  readonly active: number | null;
  readonly itemProps: UseInteractionsReturn['getItemProps'];
  /** Closes the menu and gives the focus back to its button. */
  readonly close: () => void;
}

export const MenuContext = createContext<MenuContext | undefined>(undefined);

/** What an item needs of the menu around it. */
export function useMenu(): MenuContext {
  const menu = useContext(MenuContext);
  if (menu === undefined) throw new Error('A menu item must stand inside a Menu.');
  return menu;
}
