import { useState } from 'react';
import styled from 'styled-components';
import type { TrashAnswer } from '../../contract/drive';
import { Ago } from '../ui/display/Ago';
import { ACTIONS, TableHead } from '../ui/layout/Table';
import { below, Row, ListCard, Block } from '../ui/layout/spacing';
import { Button } from '../ui/forms/Button';
import { formatBytes } from '../ui/display/numbers';
import { SectionTitle, Small } from '../ui/display/text';
import { useAppDispatch, useAppSelector } from '../storeHooks';
import { ConfirmDialog } from '../ui/overlays/ConfirmDialog';
import { DriveTable, Name } from './SpreadsheetsTable';
import type { Trashed } from './spreadsheetsApi';
import { putBackRequested, removalRequested, selectChangedSpreadsheet } from './spreadsheetsSlice';

const Actions = styled(Row)`
  flex-wrap: nowrap;
  justify-content: flex-end;

  ${below.lists} {
    justify-content: flex-start;
  }
`;

interface TrashedItem extends Trashed {
  readonly title: string;
  readonly deletedAt: string;
  /** Kind of the item, with its size if it has one. */
  readonly what: string;
}

/** Returns projects and spreadsheets in one list, last deleted first. */
function itemsOf({ projects, spreadsheets }: TrashAnswer): readonly TrashedItem[] {
  const items: TrashedItem[] = [];
  for (const { id, title, deletedAt } of projects)
    items.push({ kind: 'project', id, title, deletedAt, what: 'Project' });
  for (const { id, title, deletedAt, bytes } of spreadsheets)
    items.push({ kind: 'spreadsheet', id, title, deletedAt, what: `Spreadsheet, ${formatBytes(bytes)}` });
  return items.sort((a, b) => b.deletedAt.localeCompare(a.deletedAt));
}

interface RowProps {
  readonly item: TrashedItem;
  /** Opens the dialog that confirms the permanent deletion. */
  readonly onRemove: (item: TrashedItem) => void;
}

function TrashRow({ item, onRemove }: RowProps) {
  const dispatch = useAppDispatch();
  const changed = useAppSelector(selectChangedSpreadsheet);
  const { kind, id, title, what, deletedAt } = item;
  // One change at a time.
  const isWaiting = changed !== undefined && changed !== id;
  return (
    <tr data-stacked>
      <td>
        <Name title={title}>{title}</Name>
        <small>
          {what}, <Ago time={deletedAt} before="deleted" never="" />
        </small>
      </td>
      <td>
        <Actions>
          <Button
            size="small"
            loading={changed === id}
            disabled={isWaiting}
            aria-label={`Put back ${title}`}
            onClick={() => dispatch(putBackRequested({ kind, id, title }))}
          >
            Put back
          </Button>
          <Button
            size="small"
            look="ghost"
            disabled={isWaiting}
            aria-label={`Delete ${title} for good`}
            onClick={() => onRemove(item)}
          >
            Delete for good
          </Button>
        </Actions>
      </td>
    </tr>
  );
}

function RemovalDialog({ item, onClose }: { readonly item: TrashedItem; readonly onClose: () => void }) {
  const dispatch = useAppDispatch();
  const { kind, id, title } = item;
  const remove = () => {
    dispatch(removalRequested({ kind, id, title }));
    onClose();
  };
  return (
    <ConfirmDialog
      keep="Keep in the trash"
      go="Delete for good"
      look="danger"
      onConfirm={remove}
      onClose={onClose}
      title={`Delete ${title} for good?`}
    >
      {kind === 'project'
        ? 'Its endpoints, keys and history are removed. Nobody can bring them back.'
        : 'The file, all its versions and every edit are removed. Nobody can bring them back.'}
    </ConfirmDialog>
  );
}

/** The trash: items deleted in the last thirty days; nothing if it is empty. */
export function TrashSection({ trash }: { readonly trash: TrashAnswer }) {
  const [removing, setRemoving] = useState<TrashedItem>();
  const items = itemsOf(trash);
  if (items.length === 0) return null;
  return (
    <Block as="section" $top={40} aria-labelledby="trash">
      <SectionTitle id="trash">Trash</SectionTitle>
      <Small $top={4} $bottom={12}>
        Kept for 30 days. What is in the trash still counts for the size of your drive.
      </Small>
      <ListCard>
        <DriveTable aria-labelledby="trash">
          <TableHead columns={['Deleted', ACTIONS]} />
          <tbody>
            {items.map((item) => (
              <TrashRow key={item.id} item={item} onRemove={setRemoving} />
            ))}
          </tbody>
        </DriveTable>
      </ListCard>
      {removing && <RemovalDialog item={removing} onClose={() => setRemoving(undefined)} />}
    </Block>
  );
}
