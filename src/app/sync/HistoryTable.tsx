import { Fragment, useState, type MouseEvent } from 'react';
import type { SyncRun } from '../../contract/syncs';
import { fullTime } from '../parts/relativeTime';
import { Status } from '../parts/Status';
import { Unseen } from '../parts/text';
import { selectUser } from '../session/sessionSelectors';
import { Changes } from './Changes';
import { Details, Opener, Table } from './historyLook';
import { RunDetails } from './RunDetails';
import { dayAndTime, duration, starterInWords } from './syncWords';
import { useAppSelector } from '../storeHooks';

interface RunRowProps {
  readonly run: SyncRun;
  readonly email: string;
  readonly open: boolean;
  readonly onToggle: () => void;
}

const COLUMNS = 5;

function RunRow({ run, email, open, onToggle }: RunRowProps) {
  const press = ({ target }: MouseEvent) => {
    if ((target as Element).closest('button') === null) onToggle();
  };
  return (
    <tr onClick={press}>
      <td>
        <Opener type="button" aria-expanded={open} onClick={onToggle}>
          <time dateTime={run.startedAt} title={fullTime(run.startedAt)}>
            {dayAndTime(run.startedAt)}
          </time>
        </Opener>
      </td>
      <td data-wide>{starterInWords(run.startedBy, email)}</td>
      <td>{run.result === 'failed' ? <span data-quiet>{run.reason}</span> : <Changes changes={run.changes} />}</td>
      <td data-wide data-right>
        {duration(run.milliseconds)}
      </td>
      <td>
        <Status {...(run.result === 'done' ? { sign: 'ok', word: 'Done' } : { sign: 'bad', word: 'Failed' })} />
      </td>
    </tr>
  );
}

/** The line of a sync that was not started here: nothing is known of it but that it runs. */
const RunningRow = () => (
  <tr>
    <td>Now</td>
    <td data-wide />
    <td>
      <span data-quiet>Reading the sheet</span>
    </td>
    <td data-wide />
    <td>
      <Status sign="busy" word="Syncing" />
    </td>
  </tr>
);

interface HistoryTableProps {
  readonly runs: readonly SyncRun[];
  /** Whether a sync is under way that was not started here. */
  readonly isSyncing: boolean;
}

/** Syncs, one a row; a row opens its details. */
export function HistoryTable({ runs, isSyncing }: HistoryTableProps) {
  const email = useAppSelector(selectUser)?.email ?? 'You';
  const [open, setOpen] = useState<string>();
  return (
    <Table aria-labelledby="sync-history">
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col" data-wide>
            Started by
          </th>
          <th scope="col">Changes</th>
          <th scope="col" data-wide data-right>
            Took
          </th>
          <th scope="col">Result</th>
        </tr>
      </thead>
      <tbody>
        {isSyncing && <RunningRow />}
        {runs.map((run) => (
          <Fragment key={run.id}>
            <RunRow
              run={run}
              email={email}
              open={open === run.id}
              onToggle={() => setOpen(open === run.id ? undefined : run.id)}
            />
            {open === run.id && (
              <Details>
                <td colSpan={COLUMNS}>
                  <Unseen>Details: </Unseen>
                  <RunDetails run={run} email={email} />
                </td>
              </Details>
            )}
          </Fragment>
        ))}
      </tbody>
    </Table>
  );
}
