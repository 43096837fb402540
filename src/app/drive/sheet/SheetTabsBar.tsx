import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Link } from 'react-router';
import styled from 'styled-components';
import type { DriveSpreadsheet } from '../../../contract/drive';
import { ContextMenu, type MenuPlace } from '../../parts/ContextMenu';
import { Icon } from '../../parts/Icon';
import type { MenuChoice } from '../../parts/Menu';
import { counted } from '../../parts/numbers';
import { paths } from '../../paths';
import type { RootState } from '../../rootReducer';
import { RemoveTabDialog } from './RemoveTabDialog';
import { tabAdded, tabRenamed } from './reshapingEvents';
import { hideOnPhones } from './sheetLook';
import { selectRowCount } from './sheetSelectors';
import { NameInput } from './SheetTitle';
import { AddTab, Foot, Hanging, TabBox } from './tabsLook';

const Info = styled.div`
  display: flex;
  flex: none;
  align-items: center;
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

interface SheetTabsBarProps {
  readonly spreadsheet: DriveSpreadsheet;
  readonly sheetId: number;
}

interface OpenMenu {
  readonly sheetId: number;
  readonly place: MenuPlace;
}

/** What can be done with a tab. */
function useTabChoices(
  { spreadsheet: { tabs } }: SheetTabsBarProps,
  rename: (id: number) => void,
  remove: (id: number) => void,
) {
  const dispatch = useDispatch();
  return (sheetId: number): readonly MenuChoice[] => {
    const position = tabs.findIndex((tab) => tab.sheetId === sheetId);
    const insert = (place: number) => () => dispatch(tabAdded({ position: place }));
    return [
      { label: 'Rename', icon: 'pencil', onChoose: () => rename(sheetId) },
      { label: 'Insert sheet before', icon: 'plus', onChoose: insert(position) },
      { label: 'Insert sheet after', icon: 'plus', onChoose: insert(position + 1) },
      ...(tabs.length > 1
        ? ([{ label: 'Delete', icon: 'trash', danger: true, ruled: true, onChoose: () => remove(sheetId) }] as const)
        : []),
    ];
  };
}

/** The spreadsheet's tabs, hanging at the bottom. */
export function SheetTabsBar(props: SheetTabsBarProps) {
  const { spreadsheet, sheetId } = props;
  const dispatch = useDispatch();
  const rows = useSelector((state: RootState) => selectRowCount(state, sheetId));
  const here = useRef<HTMLAnchorElement>(null);
  const [menu, setMenu] = useState<OpenMenu>();
  const [renaming, setRenaming] = useState<number>();
  const [removing, setRemoving] = useState<number>();
  const choicesOf = useTabChoices(props, setRenaming, setRemoving);
  useEffect(() => here.current?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' }), [sheetId]);
  const openMenu = (event: MouseEvent<HTMLElement>, tab: number) => {
    event.preventDefault();
    const box = event.currentTarget.getBoundingClientRect();
    setMenu({ sheetId: tab, place: { x: box.left, y: box.top } });
  };
  return (
    <Foot>
      <Hanging aria-label="Sheets">
        <AddTab
          type="button"
          aria-label="Add a sheet"
          title="Add a sheet"
          onClick={() => dispatch(tabAdded({ position: spreadsheet.tabs.length }))}
        >
          <Icon name="plus" />
        </AddTab>
        {spreadsheet.tabs.map((tab) => {
          const isHere = tab.sheetId === sheetId;
          if (renaming === tab.sheetId) {
            return (
              <TabName
                key={tab.sheetId}
                name={tab.title}
                label="Name of the sheet"
                onName={(title) => dispatch(tabRenamed({ sheetId: tab.sheetId, title }))}
                onEnd={() => setRenaming(undefined)}
              />
            );
          }
          return (
            <TabBox key={tab.sheetId} $here={isHere} onContextMenu={(event) => openMenu(event, tab.sheetId)}>
              <Link
                ref={isHere ? here : undefined}
                to={paths.driveSheet(spreadsheet.id, tab.sheetId)}
                replace
                aria-current={isHere ? 'page' : undefined}
                data-tab=""
                onDoubleClick={() => setRenaming(tab.sheetId)}
              >
                <span>{tab.title}</span>
              </Link>
              {isHere && (
                <button
                  type="button"
                  aria-label={`Menu of ${tab.title}`}
                  aria-haspopup="menu"
                  onClick={(event) => openMenu(event, tab.sheetId)}
                >
                  <Icon name="up" size={12} />
                </button>
              )}
            </TabBox>
          );
        })}
      </Hanging>
      <Info>
        {rows !== undefined && <span>{counted(rows, 'row')}</span>}
        <span>Enter edits, Esc leaves</span>
      </Info>
      {menu && (
        <ContextMenu
          place={menu.place}
          label="Sheet"
          items={choicesOf(menu.sheetId)}
          onClose={() => {
            setMenu(undefined);
            here.current?.focus();
          }}
        />
      )}
      {removing !== undefined && (
        <RemoveTabDialog spreadsheet={spreadsheet} sheetId={removing} onClose={() => setRemoving(undefined)} />
      )}
    </Foot>
  );
}
