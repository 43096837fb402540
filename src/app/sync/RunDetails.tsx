import { Fragment } from 'react';
import styled from 'styled-components';
import type { SyncRun, TabChanges } from '../../contract/syncs';
import { below } from '../ui/layout/spacing';
import { listTable } from '../ui/layout/Table';
import { counted, formatNumber } from '../ui/display/numbers';
import { fullTime } from '../ui/display/Ago';
import { Unseen } from '../ui/display/text';
import { duration, signsOf, starterInWords } from './syncWords';

const colours = { added: '--success-text', changed: '--warn-text', deleted: '--danger-text' } as const;

const Sign = styled.span<{ $kind: keyof typeof colours }>`
  color: var(${({ $kind }) => colours[$kind]});
  white-space: nowrap;
`;

const One = styled.span`
  display: inline-flex;
  flex-wrap: wrap;
  gap: 0 8px;

  & > :last-child {
    color: var(--ink-3);
  }
`;

/** Counts of changed rows of one tab: +3, 1 changed; screen readers get words. */
export const Signs = ({ changes }: { readonly changes: Pick<TabChanges, 'added' | 'changed' | 'deleted'> }) => (
  <>
    {signsOf(changes).map(({ kind, sign, words }) => (
      <Sign key={kind} $kind={kind}>
        <span aria-hidden="true">{sign}</span>
        <Unseen>{words} </Unseen>
      </Sign>
    ))}
  </>
);

/** The changes of a sync in one line: the first tab, and the number of other tabs. */
export function Changes({ changes }: { readonly changes: readonly TabChanges[] }) {
  const [first] = changes;
  if (first === undefined) return <span data-quiet>No changes</span>;
  const more = changes.length - 1;
  return (
    <One>
      <Signs changes={first} />
      <span>
        <bdi>{first.title}</bdi>
        {more > 0 && `, ${counted(more, 'more sheet')}`}
      </span>
    </One>
  );
}

const List = styled.dl`
  display: grid;
  grid-template-columns: max-content minmax(0, 1fr);
  gap: 4px 16px;

  & > dt {
    color: var(--ink-3);
  }
  & > dd {
    display: flex;
    flex-wrap: wrap;
    gap: 0 8px;
  }
`;

/** All details of a sync. */
export const RunDetails = ({ run, email }: { readonly run: SyncRun; readonly email: string }) => (
  <List>
    <dt>Started</dt>
    <dd>{fullTime(run.startedAt)}</dd>
    <dt>Started by</dt>
    <dd>{starterInWords(run.startedBy, email)}</dd>
    <dt>Took</dt>
    <dd>{duration(run.milliseconds)}</dd>
    <dt>Revision</dt>
    <dd>{formatNumber(run.revision)}</dd>
    {run.reason !== undefined && (
      <>
        <dt>Why</dt>
        <dd>{run.reason}</dd>
      </>
    )}
    {run.changes.map((changes) => (
      <Fragment key={changes.sheetId}>
        <dt>{changes.title}</dt>
        <dd>
          <Signs changes={changes} />
        </dd>
      </Fragment>
    ))}
  </List>
);

export const Table = styled.table`
  ${listTable}
  font-variant-numeric: tabular-nums;

  td {
    padding: 11px 16px;
  }
  td:last-child {
    text-align: left;
  }
  td:first-child {
    color: var(--ink);
    font-weight: var(--weight-medium);
    white-space: nowrap;
  }
  tbody tr:hover {
    background: var(--subtle);
  }
  [data-right] {
    text-align: right;
    white-space: nowrap;
  }
  [data-quiet] {
    color: var(--ink-3);
  }
  ${below.lists} {
    th,
    td {
      padding-inline: 12px;
    }
  }
`;

/** The button in a row's first cell, which expands its details. */
export const Opener = styled.button`
  min-height: 24px;
  border-radius: var(--r-xs);

  &:hover {
    text-decoration: underline;
    text-decoration-color: var(--line-control);
    text-underline-offset: 3px;
  }
`;

export const Details = styled.tr`
  td:first-child {
    padding: 0 16px 16px;
    border-top: 0;
    color: var(--ink-2);
    font-weight: var(--weight-regular);
    white-space: normal;
  }
`;
