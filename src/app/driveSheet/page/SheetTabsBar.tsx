import { type MouseEvent, useEffect, useRef, useState } from 'react';
import styled from 'styled-components';
import { hideOnPhones, Line } from '../../ui/layout/spacing';
import { Link } from '../../ui/display/Link';
import { ContextMenu, type MenuPlace } from '../../ui/overlays/ContextMenu';
import { Icon } from '../../ui/display/Icon';
import type { MenuChoice } from '../../ui/overlays/MenuSheet';
import { counted } from '../../ui/display/numbers';
import { lazyDialog } from '../../ui/overlays/lazyPart';
import { AllTabs } from '../../ui/layout/AllTabs';
import { useScrollCue } from '../../ui/layout/scrollCue';
import { paths } from '../../paths';
import type { TabOfSheet } from './SheetDialogs';
import { tabAdded, tabRenamed } from '../state/sheetSlice';
import { selectRowCount } from '../state/sheetSelectors';
import { NameInput } from './SheetTitle';
import { useAppDispatch, useAppSelector } from '../../storeHooks';
import { currentTab, hangingBar, tabPoint, tabShape } from '../../ui/layout/hangingTabs';

const RemoveTabDialog = lazyDialog(
  async () => (await import(/* webpackChunkName: "sheetDialogs" */ './SheetDialogs')).RemoveTabDialog,
);

/** The strip at the bottom of the page. */
const Foot = styled.footer`
  display: flex;
  flex: none;
  align-items: stretch;
  height: 44px;
  padding-right: 12px;
  background: var(--sheet-head);
`;

const Hanging = styled.nav`
  ${hangingBar}
  flex: 1;
  min-width: 0;
  padding-inline: 12px;
  border-top-width: 1px;
`;

const AddTab = styled.button`
  display: inline-flex;
  flex: none;
  align-items: center;
  height: 34px;
  padding: 0 10px;
  border-radius: 0 0 9px 9px;
  color: var(--ink-3);

  &:hover {
    color: var(--ink);
    background: var(--sunken);
  }
  &:focus-visible {
    outline-offset: -3px;
  }
`;

const TabBox = styled.span<{ $here: boolean }>`
  ${tabShape}
  ${({ $here }) => $here && currentTab}

  &:hover {
    ${({ $here }) => !$here && 'color: var(--ink); background: var(--sunken);'}
  }
  & > a {
    display: inline-flex;
    align-items: center;
    gap: 8px;
    min-width: 0;
    height: 100%;
    padding: 0 14px;
    border-radius: 0 0 9px 9px;
  }
  & > a > span {
    overflow: hidden;
    text-overflow: ellipsis;
  }
  & > a > small {
    color: ${({ $here }) => ($here ? 'inherit' : 'var(--ink-3)')};
    font-size: var(--text-xs);
    font-weight: var(--weight-regular);
  }
  & > a[aria-current] {
    padding-right: 4px;
  }
  & > a[aria-current]::before {
    ${tabPoint}
  }
  & > button {
    display: grid;
    place-items: center;
    width: 24px;
    height: 24px;
    margin-right: 6px;
    border-radius: var(--r-xs);
  }
  & > a:focus-visible,
  & > button:focus-visible {
    outline-color: ${({ $here }) => ($here ? 'var(--on-accent)' : 'var(--focus)')};
    outline-offset: -3px;
  }
`;

const Info = styled(Line)`
  flex: none;
  gap: 16px;
  padding-left: 12px;
  border-top: 1px solid var(--line-strong);
  color: var(--ink-3);
  font-size: var(--text-xs);
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
  ${hideOnPhones}
`;

const TabName = styled(NameInput)`
  width: 140px;
  height: 28px;
  margin-top: 2px;
  font-size: var(--text-sm);
  font-weight: var(--weight-regular);
`;

type SheetTab = TabOfSheet['tab'];

/** Returns a function that creates the menu of a tab. */
function useTabChoices(tabs: readonly SheetTab[], rename: (sheetId: number) => void, remove: (tab: SheetTab) => void) {
  const dispatch = useAppDispatch();
  return (tab: SheetTab): readonly MenuChoice[] => {
    const position = tabs.findIndex(({ sheetId }) => sheetId === tab.sheetId);
    const insertAt = (index: number) => dispatch(tabAdded({ position: index }));
    const choices: MenuChoice[] = [
      { label: 'Rename', icon: 'pencil', onChoose: () => rename(tab.sheetId) },
      { label: 'Insert sheet before', icon: 'plus', onChoose: () => insertAt(position) },
      { label: 'Insert sheet after', icon: 'plus', onChoose: () => insertAt(position + 1) },
    ];
    if (tabs.length > 1)
      choices.push({
        label: 'Delete',
        icon: 'trash',
        danger: true,
        separatorBefore: true,
        onChoose: () => remove(tab),
      });
    return choices;
  };
}

interface TabProps {
  readonly spreadsheetId: string;
  readonly tab: SheetTab;
  readonly isHere: boolean;
  readonly onMenu: (event: MouseEvent<HTMLElement>) => void;
  readonly onRename: () => void;
}

/** A tab: a link, and a menu button if it is the current one. */
function Tab({ spreadsheetId, tab: { sheetId, title, hidden }, isHere, onMenu, onRename }: TabProps) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isHere) link.current?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  }, [isHere]);
  return (
    <TabBox $here={isHere} onContextMenu={onMenu}>
      <Link
        ref={link}
        to={paths.driveSheet(spreadsheetId, sheetId)}
        replace
        aria-current={isHere ? 'page' : undefined}
        data-tab=""
        onDoubleClick={onRename}
      >
        <span>{title}</span> {hidden === true && <small>hidden</small>}
      </Link>
      {isHere && (
        <button type="button" aria-label={`Menu of ${title}`} aria-haspopup="menu" onClick={onMenu}>
          <Icon name="up" size={12} />
        </button>
      )}
    </TabBox>
  );
}

/** Focuses the current tab's link. */
export const focusCurrentTab = () => document.querySelector<HTMLElement>('[data-tab][aria-current]')?.focus();

/** The tabs, each a link or, while it is renamed, an input. */
function Tabs({ spreadsheet, tab: current }: TabOfSheet) {
  const dispatch = useAppDispatch();
  const [menu, setMenu] = useState<{ readonly tab: SheetTab; readonly place: MenuPlace }>();
  const [renaming, setRenaming] = useState<number>();
  const [removing, setRemoving] = useState<SheetTab>();
  const choicesOf = useTabChoices(spreadsheet.tabs, setRenaming, setRemoving);
  const openMenu = (event: MouseEvent<HTMLElement>, tab: SheetTab) => {
    event.preventDefault();
    const { left, top } = event.currentTarget.getBoundingClientRect();
    setMenu({ tab, place: { x: left, y: top } });
  };
  const closeMenu = () => {
    setMenu(undefined);
    focusCurrentTab();
  };
  return (
    <>
      {spreadsheet.tabs.map((tab) =>
        renaming === tab.sheetId ? (
          <TabName
            key={tab.sheetId}
            name={tab.title}
            label="Name of the sheet"
            onName={(title) => dispatch(tabRenamed({ sheetId: tab.sheetId, title }))}
            onEnd={() => setRenaming(undefined)}
            focusBack={focusCurrentTab}
          />
        ) : (
          <Tab
            key={tab.sheetId}
            spreadsheetId={spreadsheet.id}
            tab={tab}
            isHere={tab.sheetId === current.sheetId}
            onMenu={(event) => openMenu(event, tab)}
            onRename={() => setRenaming(tab.sheetId)}
          />
        ),
      )}
      {menu && <ContextMenu place={menu.place} label="Sheet" items={choicesOf(menu.tab)} onClose={closeMenu} />}
      {removing && <RemoveTabDialog spreadsheet={spreadsheet} tab={removing} onClose={() => setRemoving(undefined)} />}
    </>
  );
}

/** The tabs at the bottom of the page, and the number of rows of the current one. */
export function SheetTabsBar({ spreadsheet, tab: current }: TabOfSheet) {
  const dispatch = useAppDispatch();
  const rows = useAppSelector(selectRowCount, current.sheetId) ?? current.rows;
  const bar = useRef<HTMLElement>(null);
  useScrollCue(bar, spreadsheet.tabs.length);
  const add = () => dispatch(tabAdded({ position: spreadsheet.tabs.length }));
  return (
    <Foot>
      <Hanging ref={bar} aria-label="Sheets">
        <AddTab type="button" aria-label="Add a sheet" title="Add a sheet" onClick={add}>
          <Icon name="plus" />
        </AddTab>
        <Tabs spreadsheet={spreadsheet} tab={current} />
      </Hanging>
      <AllTabs
        tabs={spreadsheet.tabs.map((tab) => (tab.hidden === true ? { ...tab, hint: 'Hidden' } : tab))}
        current={current.sheetId}
        pathOf={(tab) => paths.driveSheet(spreadsheet.id, tab.sheetId)}
      />
      <Info>
        <span>{counted(rows, 'row')}</span>
        <span>Enter edits, Esc leaves</span>
      </Info>
    </Foot>
  );
}
