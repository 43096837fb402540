import styled from 'styled-components';
import type { SyncRun } from '../../contract/syncs';
import { shown } from '../parts/numbers';
import { fullTime } from '../parts/relativeTime';
import { Signs } from './Changes';
import { duration, starterInWords } from './syncWords';

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
    margin: 0;
    overflow-wrap: anywhere;
  }
`;

interface RunDetailsProps {
  readonly run: SyncRun;
  readonly email: string;
}

/** Everything that is known of a sync. */
export const RunDetails = ({ run, email }: RunDetailsProps) => (
  <List>
    <dt>Started</dt>
    <dd>{fullTime(run.startedAt)}</dd>
    <dt>Started by</dt>
    <dd>{starterInWords(run.startedBy, email)}</dd>
    <dt>Took</dt>
    <dd>{duration(run.milliseconds)}</dd>
    <dt>Revision</dt>
    <dd>{shown(run.revision)}</dd>
    {run.reason !== undefined && (
      <>
        <dt>Why</dt>
        <dd>{run.reason}</dd>
      </>
    )}
    {run.changes.map((changes) => (
      <SheetChanges key={changes.sheetId} changes={changes} />
    ))}
  </List>
);

const SheetChanges = ({ changes }: { readonly changes: SyncRun['changes'][number] }) => (
  <>
    <dt>{changes.title}</dt>
    <dd>
      <Signs changes={changes} />
    </dd>
  </>
);
