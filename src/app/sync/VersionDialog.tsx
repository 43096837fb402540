import styled from 'styled-components';
import type { SheetDifference } from '../../contract/versions';
import { Faint, fineText, smallText } from '../ui/display/text';
import { Button } from '../ui/forms/Button';
import { Choices } from '../ui/forms/Choices';
import { Block, Row, Stack } from '../ui/layout/spacing';
import { Dialog, DialogActions, DialogText } from '../ui/overlays/Dialog';
import { counted } from '../ui/display/numbers';
import { useAppDispatch, useAppSelector } from '../storeHooks';
import { answeredSheets, type RenameAnswer, type RenameQuestion, renameQuestions } from './renames';
import { Signs } from './RunDetails';
import { selectVersion } from './syncSelectors';
import { signsOf } from './syncWords';
import { dropChosen, renameAnswered, versionCancelled, versionConfirmed } from './versionsSlice';

const Scroll = styled.div`
  max-height: 40vh;
  margin-top: 16px;
  overflow: auto;
  border: 1px solid var(--line);
  border-radius: var(--r);
`;

const Table = styled.table`
  width: 100%;
  ${smallText}
  font-variant-numeric: tabular-nums;

  th,
  td {
    padding: 8px 12px;
    text-align: left;
    vertical-align: top;
  }
  th {
    width: 40%;
  }
  tr + tr > * {
    border-top: 1px solid var(--line);
  }
  small {
    display: block;
    ${fineText}
    font-weight: var(--weight-regular);
  }
`;

const quoted = (names: readonly string[], separator = ', ') => names.map((name) => `“${name}”`).join(separator);

/** Returns the changes of the columns, a sentence each. */
const columnLines = ({ columnsAdded, columnsDeleted, columnsRetyped }: SheetDifference) =>
  [
    columnsAdded.length > 0 && `New columns: ${quoted(columnsAdded)}`,
    columnsDeleted.length > 0 && `Columns that go: ${quoted(columnsDeleted)}`,
    columnsRetyped.length > 0 && `Columns with another type: ${quoted(columnsRetyped)}`,
  ].filter((line) => line !== false);

/** Returns a sentence about rows added by the API that are removed without a question; undefined if there are none. */
function apiRowsLine({ kind, apiRowsDropped: count }: SheetDifference) {
  if (count === 0) return undefined;
  const rows = `${counted(count, 'row')} added by the API ${count === 1 ? 'goes' : 'go'}`;
  return kind === 'changed' ? `${rows}: the file has none of the columns` : `${rows} with it`;
}

const linesOf = (tab: SheetDifference) => [...columnLines(tab), apiRowsLine(tab)].filter((line) => line !== undefined);

function Rows({ tab, drop }: { readonly tab: SheetDifference; readonly drop: boolean }) {
  if (tab.kind === 'added') return <>New sheet, {counted(tab.added, 'row')}</>;
  if (tab.kind === 'deleted') return <>This sheet goes, with {counted(tab.deleted, 'row')}</>;
  if (tab.kind === 'renamed?') return <>Renamed? Otherwise it goes, with {counted(tab.deleted, 'row')}</>;
  const changes = { ...tab, deleted: tab.deleted + (drop ? tab.apiRowsKept : 0) };
  if (signsOf(changes).length === 0) return <Faint>No changes in rows</Faint>;
  return (
    <Row as="span" $gap="0 8px">
      <Signs changes={changes} />
      <Faint>rows</Faint>
    </Row>
  );
}

interface DifferenceTableProps {
  readonly tabs: readonly SheetDifference[];
  /** Whether rows added by the API are removed. */
  readonly drop: boolean;
}

/** The changes of a version, sheet by sheet. */
const DifferenceTable = ({ tabs, drop }: DifferenceTableProps) => (
  <Scroll tabIndex={0} role="region" aria-label="What changes">
    <Table>
      <tbody>
        {tabs.map((tab) => (
          <tr key={`${tab.kind} ${tab.title}`}>
            <th scope="row">
              {tab.title}
              {tab.formerTitle !== undefined && <small>was {tab.formerTitle}</small>}
            </th>
            <td>
              <Rows tab={tab} drop={drop} />
              {linesOf(tab).map((line) => (
                <small key={line}>{line}</small>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  </Scroll>
);

const apiRowsOf = (tabs: readonly SheetDifference[]) => tabs.reduce((sum, { apiRowsKept }) => sum + apiRowsKept, 0);

interface ApiRowsProps {
  readonly count: number;
  readonly drop: boolean;
  readonly working: boolean;
}

/** The choice whether rows added by the API are removed. */
function ApiRows({ count, drop, working }: ApiRowsProps) {
  const dispatch = useAppDispatch();
  if (count === 0) return null;
  return (
    <Block $top={16}>
      <Choices
        legend={`${counted(count, 'row')} added by the API ${count === 1 ? 'is' : 'are'} not in the file`}
        several
        options={[
          { value: 'drop', label: 'Remove rows added by the API', hint: 'Otherwise they stay, below the others.' },
        ]}
        chosen={drop ? ['drop'] : []}
        onChoose={(_value, on) => !working && dispatch(dropChosen({ dropApiRows: on }))}
      />
    </Block>
  );
}

const NEW = 'new';
const wasOf = (formerTitle: string) => `was ${formerTitle}` as const;
type Value = typeof NEW | ReturnType<typeof wasOf>;

const chosenOf = (answer: RenameAnswer | undefined): Value[] => {
  if (answer === undefined) return [];
  return [answer.formerTitle === null ? NEW : wasOf(answer.formerTitle)];
};

interface RenameQuestionsProps {
  readonly questions: readonly RenameQuestion[];
  readonly answers: readonly RenameAnswer[];
  readonly working: boolean;
}

/** Asks for each new sheet with the columns of a missing sheet whether it is that sheet, renamed. */
function RenameQuestions({ questions, answers, working }: RenameQuestionsProps) {
  const dispatch = useAppDispatch();
  if (questions.length === 0) return null;
  return (
    <Stack $gap={16} $top={16}>
      {questions.map(({ title, formerTitles }) => (
        <Choices<Value>
          key={title}
          legend={`Renamed? “${title}” has the columns of ${quoted(formerTitles, ' and ')}`}
          options={[
            ...formerTitles.map((former) => ({
              value: wasOf(former),
              label: `Yes, it was “${former}”`,
              hint: 'Its endpoint, keys and row ids go on under the new name.',
            })),
            {
              value: NEW,
              label: 'No, it is a new sheet',
              hint: `Keys for ${quoted(formerTitles, ' and ')} do not read it.`,
            },
          ]}
          chosen={chosenOf(answers.find((answer) => answer.title === title))}
          onChoose={(value) => {
            const formerTitle = formerTitles.find((former) => wasOf(former) === value) ?? null;
            if (!working) dispatch(renameAnswered({ title, formerTitle }));
          }}
        />
      ))}
    </Stack>
  );
}

/** The dialog that shows the changes of a new version before it is applied. */
export function VersionDialog({ projectId }: { readonly projectId: string }) {
  const dispatch = useAppDispatch();
  const change = useAppSelector(selectVersion, projectId);
  if (change.phase !== 'compared' && change.phase !== 'applying') return null;
  const working = change.phase === 'applying';
  const questions = renameQuestions(change.difference);
  const tabs = answeredSheets(change.difference, change.answers);
  const isSame = tabs.every(({ kind }) => kind === 'kept');
  const isUnanswered = change.answers.length < questions.length;
  const cancel = () => dispatch(versionCancelled());
  return (
    <Dialog title={`Apply ${change.fileName}?`} working={working} onClose={cancel}>
      <DialogText>
        {isSame
          ? 'The file holds what is there already.'
          : 'The endpoints answer with the new rows at once. The version that is there now is kept.'}
      </DialogText>
      <DifferenceTable tabs={tabs} drop={change.dropApiRows} />
      <RenameQuestions questions={questions} answers={change.answers} working={working} />
      <ApiRows count={apiRowsOf(tabs)} drop={change.dropApiRows} working={working} />
      {isUnanswered && <DialogText>Answer “Renamed?” before you apply it.</DialogText>}
      <DialogActions>
        <Button disabled={working} onClick={cancel}>
          Keep current version
        </Button>
        <Button look="primary" disabled={isUnanswered} loading={working} onClick={() => dispatch(versionConfirmed())}>
          Apply new version
        </Button>
      </DialogActions>
    </Dialog>
  );
}
