import styled from 'styled-components';
import { Line } from './spacing';
import { IconButton } from '../forms/Button';
import { Menu } from '../overlays/Menu';

const Place = styled(Line)`
  gap: 0;
  flex: none;
  padding-left: 4px;
  border-top: 1.5px solid var(--line-strong);
`;

/** Maximum number of tabs without the menu that lists all of them. */
const MAX_TABS_WITHOUT_MENU = 7;

interface AllTabsProps {
  readonly tabs: readonly { readonly sheetId: number; readonly title: string; readonly hint?: string }[];
  /** Id of the current tab. */
  readonly current: number;
  /** Returns the path of a tab. */
  readonly pathOf: (tab: { readonly sheetId: number; readonly title: string }) => string;
}

/** A menu of all tabs, beside the bar of tabs. A letter moves to the next tab that begins with it. */
export function AllTabs({ tabs, current, pathOf }: AllTabsProps) {
  if (tabs.length <= MAX_TABS_WITHOUT_MENU) return null;
  const items = tabs.map((tab) => ({
    label: tab.title,
    ...(tab.hint !== undefined && { hint: tab.hint }),
    icon: tab.sheetId === current ? ('check' as const) : ('table' as const),
    to: pathOf(tab),
  }));
  return (
    <Place>
      <Menu
        button={(props) => <IconButton icon="down" label={`All ${tabs.length} sheets`} title="All sheets" {...props} />}
        items={items}
      />
    </Place>
  );
}
