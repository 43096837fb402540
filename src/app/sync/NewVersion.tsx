import styled from 'styled-components';
import type { Project } from '../../contract/projects';
import { selectUploadLimit } from '../about/aboutSlice';
import { Button } from '../ui/forms/Button';
import { Choices } from '../ui/forms/Choices';
import { FieldError } from '../ui/forms/Field';
import { Meter } from '../ui/display/Meter';
import { Small } from '../ui/display/text';
import { useAppDispatch, useAppSelector } from '../storeHooks';
import { Stack, Row } from '../ui/layout/spacing';
import type { RenameAnswer, RenameQuestion } from './renames';
import { selectVersion } from './syncSelectors';
import {
  type OfWorkbook,
  renameAnswered,
  versionCancelled,
  versionChosen,
  versionRefused,
  type VersionState,
} from './versionsSlice';
import { refusalOf, useFileInput } from '../ui/forms/useFileInput';

/**
 * Returns the event of choosing a file: it is compared, or refused before the upload.
 *
 * @param limit maximum size of an upload in bytes
 */
export function versionEventFor({ projectId, sheetId }: OfWorkbook, file: File, limit: number) {
  const message = refusalOf(file, limit);
  if (message !== undefined) return versionRefused({ projectId, sheetId, message });
  return versionChosen(projectId, sheetId, file);
}

const UploadStatus = styled.div`
  display: grid;
  flex: 1 1 220px;
  gap: 6px;
  min-width: 0;
  overflow-wrap: anywhere;
`;

function Comparing({ change }: { readonly change: Extract<VersionState, { phase: 'comparing' }> }) {
  const dispatch = useAppDispatch();
  const { fileName, percent } = change;
  return (
    <>
      <UploadStatus>
        <Small>{percent < 100 ? `Uploading ${fileName}, ${percent}%` : `Comparing ${fileName}`}</Small>
        <Meter label={`Uploading ${fileName}`} percent={percent} />
      </UploadStatus>
      <Button size="small" onClick={() => dispatch(versionCancelled())}>
        Cancel
      </Button>
    </>
  );
}

/** "Upload a new version": chooses a file, which is uploaded and compared but not yet applied. */
export function NewVersion({ project }: { readonly project: Project }) {
  const dispatch = useAppDispatch();
  const limit = useAppSelector(selectUploadLimit);
  const change = useAppSelector(selectVersion, project.id);
  const take = (file: File) =>
    dispatch(versionEventFor({ projectId: project.id, sheetId: project.sheetId }, file, limit));
  const { input, choose } = useFileInput('New version', take);
  const isPaused = project.status === 'paused';
  return (
    <div>
      <Row $gap="8px 16px" $atLeast="var(--control)">
        {change.phase === 'comparing' ? (
          <Comparing change={change} />
        ) : (
          <>
            <Button icon="upload" disabled={isPaused} loading={change.phase === 'applying'} onClick={choose}>
              Upload a new version
            </Button>
            {isPaused && <Small>The project is paused. Resume it in Settings first.</Small>}
          </>
        )}
        {input}
      </Row>
      <div role="status">{change.phase === 'refused' && <FieldError>{change.message}</FieldError>}</div>
    </div>
  );
}

const NEW = 'new';
const wasOf = (formerTitle: string) => `was ${formerTitle}` as const;
type Value = typeof NEW | ReturnType<typeof wasOf>;

const chosenOf = (answer: RenameAnswer | undefined): Value[] => {
  if (answer === undefined) return [];
  return [answer.formerTitle === null ? NEW : wasOf(answer.formerTitle)];
};

const quotedList = (titles: readonly string[]) => titles.map((title) => `“${title}”`).join(' and ');

interface RenameQuestionsProps {
  readonly questions: readonly RenameQuestion[];
  readonly answers: readonly RenameAnswer[];
  readonly working: boolean;
}

/** Asks for each new sheet with the columns of a missing sheet whether it is that sheet, renamed. */
export function RenameQuestions({ questions, answers, working }: RenameQuestionsProps) {
  const dispatch = useAppDispatch();
  if (questions.length === 0) return null;
  return (
    <Stack $gap={16} $top={16}>
      {questions.map(({ title, formerTitles }) => (
        <Choices<Value>
          key={title}
          legend={`Renamed? “${title}” has the columns of ${quotedList(formerTitles)}`}
          options={[
            ...formerTitles.map((former) => ({
              value: wasOf(former),
              label: `Yes, it was “${former}”`,
              hint: 'Its endpoint, keys and row ids go on under the new name.',
            })),
            {
              value: NEW,
              label: 'No, it is a new sheet',
              hint: `Keys for ${quotedList(formerTitles)} do not read it.`,
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
