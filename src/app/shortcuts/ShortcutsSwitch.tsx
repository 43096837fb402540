import type { ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { ShortcutsAllowed } from '../parts/useShortcuts';
import { selectSingleKeysOn } from './shortcutsSelectors';

/** Lets single keys be shortcuts in what it holds, unless the person has switched them off. */
export const ShortcutsSwitch = ({ children }: { readonly children: ReactNode }) => (
  <ShortcutsAllowed value={useSelector(selectSingleKeysOn)}>{children}</ShortcutsAllowed>
);
