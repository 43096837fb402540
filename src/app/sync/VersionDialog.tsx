import styled from 'styled-components';
import type { SheetDifference } from '../../contract/versions';
import { Button } from '../parts/Button';
import { Choices } from '../parts/Choices';
import { Dialog, DialogActions, DialogText } from '../parts/Dialog';
import { counted } from '../parts/numbers';
import type { RootState } from '../rootReducer';
import { DifferenceTable } from './DifferenceTable';
import { RenameQuestions } from './RenameQuestions';
import { answeredSheets, renameQuestions } from './renames';
import { selectVersion } from './versionsSelectors';
import { dropChosen, versionCancelled, versionConfirmed } from './versionsSlice';
import { useAppDispatch, useAppSelector } from '../storeHooks';

const Choice = styled.div`
  margin-top: 16px;
`;

const apiRowsOf = (tabs: readonly SheetDifference[]) => tabs.reduce((sum, { apiRowsKept }) => sum + apiRowsKept, 0);

/** What rows that were added by the API become. */
function ApiRows({
  count,
  drop,
  working,
}: {
  readonly count: number;
  readonly drop: boolean;
  readonly working: boolean;
}) {
  const dispatch = useAppDispatch();
  if (count === 0) return null;
  return (
    <Choice>
      <Choices
        legend={`${counted(count, 'row')} added by the API ${count === 1 ? 'is' : 'are'} not in the file`}
        several
        options={[
          { value: 'drop', label: 'Remove rows added by the API', hint: 'Otherwise they stay, below the others.' },
        ]}
        chosen={drop ? ['drop'] : []}
        onChoose={(_value, on) => !working && dispatch(dropChosen({ dropApiRows: on }))}
      />
    </Choice>
  );
}

/** What a new version changes, before it is applied. */
export function VersionDialog({ projectId }: { readonly projectId: string }) {
  const dispatch = useAppDispatch();
  const change = useAppSelector((state: RootState) => selectVersion(state, projectId));
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
