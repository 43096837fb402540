import type { DriveSpreadsheet } from '../../../contract/drive';
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog';
import { counted } from '../../ui/display/numbers';
import { questionConfirmed, tabRemoved } from '../state/sheetSlice';
import type { FormulaQuestion, HeaderQuestion } from '../state/sheetState';
import { useAppDispatch } from '../../storeHooks';

/** Texts of the confirmation before a header is renamed, which renames the column of an endpoint in use. */
const ofHeader = ({ header, calls }: HeaderQuestion) => ({
  title: `Rename “${header}”?`,
  children: `“${header}” is used in ${counted(calls, 'request')} today. Who asks for it by this name will not find it.`,
  keep: `Keep “${header}”`,
  go: 'Rename column',
});

/** Maximum number of characters of a formula in the title. */
const MAX_CHARACTERS = 40;

const ofFormula = ({ first, count }: FormulaQuestion) => {
  const shown = first.length > MAX_CHARACTERS ? `${first.slice(0, MAX_CHARACTERS)}…` : first;
  const what = count === 1 ? `“${shown}”` : `${counted(count, 'cell')} beginning with “=”`;
  return {
    title: `Store ${what} as text?`,
    children:
      'Stored as text: Tabpoint does not calculate formulas. A text that begins with an apostrophe is stored without this question.',
    keep: 'Cancel',
    go: 'Store as text',
  };
};

interface WritingDialogProps {
  readonly question: HeaderQuestion | FormulaQuestion;
  readonly onClose: () => void;
}

/** Asks for confirmation before cells are written with effects that a person may not expect. */
export function WritingDialog({ question, onClose }: WritingDialogProps) {
  const dispatch = useAppDispatch();
  return (
    <ConfirmDialog
      key={question.kind}
      {...(question.kind === 'header' ? ofHeader(question) : ofFormula(question))}
      onConfirm={() => dispatch(questionConfirmed())}
      onClose={onClose}
    />
  );
}

/** A tab of a spreadsheet. */
export interface TabOfSheet {
  readonly spreadsheet: DriveSpreadsheet;
  readonly tab: DriveSpreadsheet['tabs'][number];
}

interface RemoveTabDialogProps extends TabOfSheet {
  readonly onClose: () => void;
}

/** Asks for confirmation before a tab is deleted, with its rows and its endpoint. */
export function RemoveTabDialog({ spreadsheet, tab: { sheetId, title, rows }, onClose }: RemoveTabDialogProps) {
  const dispatch = useAppDispatch();
  const endpoint = spreadsheet.projectId === undefined ? '' : ' Its endpoint answers 410 from now on.';
  const remove = () => {
    onClose();
    dispatch(tabRemoved({ sheetId, title }));
  };
  const answers = { keep: 'Keep sheet', go: 'Delete sheet', look: 'danger' } as const;
  return (
    <ConfirmDialog title={`Delete ${title}?`} {...answers} onConfirm={remove} onClose={onClose}>
      {`${counted(rows, 'row')} go with it.${endpoint}`}
    </ConfirmDialog>
  );
}
