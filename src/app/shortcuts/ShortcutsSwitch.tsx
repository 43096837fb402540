import type { ReactNode } from 'react';
import { ShortcutsAllowed } from '../parts/useShortcuts';
import { selectSingleKeysOn } from './shortcutsSelectors';
import { useAppSelector } from '../storeHooks';

/** Lets single keys be shortcuts in what it holds, unless the person has switched them off. */
export const ShortcutsSwitch = ({ children }: { readonly children: ReactNode }) => (
  <ShortcutsAllowed value={useAppSelector(selectSingleKeysOn)}>{children}</ShortcutsAllowed>
);
