import { useId } from 'react';
import styled from 'styled-components';
import type { DrivePreviewAnswer, DrivePreview } from '../../contract/drive';
import { limits } from '../../contract/limits';
import type { Warning } from '../../contract/projects';
import { Button } from '../ui/forms/Button';
import { FieldError, FieldLabel } from '../ui/forms/Field';
import { Options, Select } from '../ui/forms/fieldStyles';
import { Icon } from '../ui/display/Icon';
import { below, Row, Stack } from '../ui/layout/spacing';
import { Skeleton } from '../ui/layout/Skeleton';
import { ellipsis, Faint, Small, SmallWithIcon } from '../ui/display/text';
import { useAppDispatch, useAppSelector, useOnScreen } from '../storeHooks';
import { changeOf, type Choice, choicesOf } from './readingChoices';
import { readingChosen, readingOpened, selectReading } from './readingSlice';
import type { CellValue } from '../../contract/rows';
import { tableLook } from '../ui/layout/tableLook';

const Scroller = styled.div`
  overflow-x: auto;
  border: 1px solid var(--line);
  border-radius: var(--r);
  transition: opacity var(--t);

  &[aria-busy='true'] {
    opacity: 0.55;
  }
`;

const Table = styled.table`
  ${tableLook}

  th,
  td {
    max-width: 220px;
    padding: 6px 12px;
    ${ellipsis}
    text-align: left;
  }
  thead th {
    background: var(--subtle);

    & > b {
      display: block;
      overflow: hidden;
      color: var(--ink);
      font-weight: var(--weight-semibold);
      text-overflow: ellipsis;
    }
  }
  [data-number] {
    text-align: right;
  }
`;

const isNumber = (type: string) => type === 'integer' || type === 'number';

const wordOf = (value: CellValue) => (value === null ? <Faint>empty</Faint> : String(value));

interface FirstRowsProps {
  readonly title: string;
  readonly shown: DrivePreview['shown'];
  readonly busy: boolean;
}

/** The first rows of a sheet as in the future endpoint's response, each column with its type. */
function FirstRows({ title, shown: { columns, rows }, busy }: FirstRowsProps) {
  if (columns.length === 0) return <Small>Nothing stands in this sheet yet.</Small>;
  return (
    <Scroller role="region" aria-label={`First rows of ${title}`} aria-busy={busy} tabIndex={0}>
      <Table>
        <thead>
          <tr>
            {columns.map(({ key, type }) => (
              <th key={key} scope="col" title={key} data-number={isNumber(type) || undefined}>
                <b>{key}</b>
                {type}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((values, row) => (
            // Rows have no id, and are replaced together.
            <tr key={row}>
              {values.map((value, at) => (
                <td
                  key={columns[at]?.key}
                  title={value === null ? undefined : String(value)}
                  data-number={isNumber(columns[at]?.type ?? '') || undefined}
                >
                  {wordOf(value)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </Scroller>
  );
}

const Panel = styled(Stack).attrs({ as: 'section' })`
  gap: 14px;
  padding: 16px 20px 20px;
  border-top: 1px solid var(--line);
`;

/**
 * One option. `$wide` is for encodings, whose names are long. All options of a CSV fit in one line on a wide screen; on phones, where the
 * text of fields is larger, each has its own line.
 */
const One = styled.div<{ $wide: boolean }>`
  display: grid;
  flex: ${({ $wide }) => ($wide ? '2 1 216px' : '1 1 140px')};
  gap: 4px;
  min-width: 0;

  ${below.lists} {
    flex-basis: 100%;
  }
`;

interface ChoiceFieldProps {
  readonly choice: Choice;
  readonly sheetId: number;
  readonly busy: boolean;
}

function ChoiceField({ choice: { name, label, value, options }, sheetId, busy }: ChoiceFieldProps) {
  const dispatch = useAppDispatch();
  const id = useId();
  const choose = (next: string) => dispatch(readingChosen(changeOf(name, next, sheetId)));
  return (
    <One $wide={name === 'encoding'}>
      <FieldLabel htmlFor={id}>{label}</FieldLabel>
      <Select id={id} value={value} aria-disabled={busy} onChange={({ target }) => !busy && choose(target.value)}>
        <Options of={options} />
      </Select>
    </One>
  );
}

/** Warnings that an option can resolve. */
const ABOUT_READING: ReadonlySet<Warning['code']> = new Set(['unsure_encoding', 'unsure_decimals', 'no_header']);
const isAboutReading = ({ code }: Warning) => ABOUT_READING.has(code);

const OF_PROJECT =
  'You have a project of this sheet. How the file is read changes its rows at once, as a new version that can be put back; header rows and sheets are chosen in its settings.';

interface AnswerProps {
  readonly answer: DrivePreviewAnswer;
  readonly busy: boolean;
  readonly message?: string;
}

function Answer({ answer, busy, message }: AnswerProps) {
  const { tabs, shown } = answer.preview;
  const tab = tabs.find(({ sheetId }) => sheetId === shown.sheetId);
  return (
    <>
      <Row $gap={12}>
        {choicesOf(answer).map((choice) => (
          <ChoiceField key={choice.name} choice={choice} sheetId={shown.sheetId} busy={busy} />
        ))}
      </Row>
      {message !== undefined && (
        <div role="alert">
          <FieldError>{message}</FieldError>
        </div>
      )}
      {answer.spreadsheet.projectId !== undefined && answer.spreadsheet.reading !== undefined && (
        <SmallWithIcon>
          <Icon name="info" />
          {OF_PROJECT}
        </SmallWithIcon>
      )}
      {tab?.warnings.filter(isAboutReading).map(({ detail }) => (
        <SmallWithIcon key={detail}>
          <Icon name="info" />
          {detail}
        </SmallWithIcon>
      ))}
      <FirstRows title={tab?.title ?? ''} shown={shown} busy={busy} />
    </>
  );
}

/** Heights in pixels: of an option with its label, of the table's header with its borders, of a row. */
const CHOICE_HEIGHT = 60;
const HEADER_HEIGHT = 54;
const ROW_HEIGHT = 33;

/** Skeleton with the most frequent height of the panel, so that the button below does not move. */
const PanelSkeleton = ({ rows }: { readonly rows: number }) => (
  <Panel aria-busy="true" aria-label="First rows">
    <Skeleton $width={320} $height={CHOICE_HEIGHT} />
    <Skeleton $width={720} $height={HEADER_HEIGHT + ROW_HEIGHT * Math.min(rows, limits.rowsPreviewed)} />
  </Panel>
);

interface ReadingPanelProps {
  readonly spreadsheetId: string;
  /** Number of rows of the first shown sheet. */
  readonly rows: number;
}

/** The reading options of a workbook in the drive, with its first rows and their types. */
export function ReadingPanel({ spreadsheetId, rows }: ReadingPanelProps) {
  const dispatch = useAppDispatch();
  const reading = useAppSelector(selectReading);
  useOnScreen(reading.phase === 'closed' ? readingOpened({ spreadsheetId }) : undefined);
  switch (reading.phase) {
    case 'closed':
    case 'loading':
      return <PanelSkeleton rows={rows} />;
    case 'failed':
      return (
        <Panel aria-label="First rows">
          <Row $gap="8px 12px">
            <Small role="alert">{reading.message}</Small>
            <Button size="small" onClick={() => dispatch(readingOpened({ spreadsheetId }))}>
              Try again
            </Button>
          </Row>
        </Panel>
      );
    case 'shown':
    case 'changing':
      return (
        <Panel aria-label="First rows">
          <Answer
            answer={reading.answer}
            busy={reading.phase === 'changing'}
            message={reading.phase === 'shown' ? reading.message : undefined}
          />
        </Panel>
      );
  }
}
