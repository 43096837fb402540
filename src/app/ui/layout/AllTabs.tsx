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

/** With more tabs than this there is a list of them. */
const MANY = 7;

interface AllTabsProps {
  readonly tabs: readonly { readonly sheetId: number; readonly title: string; readonly hint?: string }[];
  /** The one that is shown. */
  readonly current: number;
  /** The address of a tab. */
  readonly place: (tab: { readonly sheetId: number; readonly title: string }) => string;
}

/** The list of many tabs, beside the bar that has them in a row. A letter goes to the next one that begins with it. */
export function AllTabs({ tabs, current, place }: AllTabsProps) {
  if (tabs.length <= MANY) return null;
  const items = tabs.map((tab) => ({
    label: tab.title,
    ...(tab.hint !== undefined && { hint: tab.hint }),
    icon: tab.sheetId === current ? ('check' as const) : ('table' as const),
    to: place(tab),
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
