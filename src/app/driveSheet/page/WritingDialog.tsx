import { Button } from '../../ui/forms/Button';
import { Dialog, DialogActions, DialogText } from '../../ui/overlays/Dialog';
import { counted } from '../../ui/display/numbers';
import { selectQuestion } from '../state/sheetSelectors';
import { questionConfirmed, questionDenied } from '../state/sheetSlice';
import type { FormulaQuestion, HeaderQuestion } from '../state/sheetState';
import { useAppDispatch, useAppSelector } from '../../storeHooks';

/** What is asked, what is to be known of it, and the two answers. */
interface Words {
  readonly title: string;
  readonly lead: string;
  readonly no: string;
  readonly yes: string;
}

/** The header's name is the column's name at the endpoint, which is being called. */
const ofHeader = ({ header, calls }: HeaderQuestion): Words => ({
  title: `Rename “${header}”?`,
  lead: `“${header}” is used in ${counted(calls, 'request')} today. Who asks for it by this name will not find it.`,
  no: `Keep “${header}”`,
  yes: 'Rename column',
});

/** Characters of a formula that are shown. */
const SHOWN = 40;

const ofFormula = ({ first, count }: FormulaQuestion): Words => {
  const shown = first.length > SHOWN ? `${first.slice(0, SHOWN)}…` : first;
  const what = count === 1 ? `“${shown}”` : `${counted(count, 'cell')} beginning with “=”`;
  return {
    title: `Store ${what} as text?`,
    lead: 'Stored as text: Tabpoint does not calculate formulas. A text that begins with an apostrophe is stored without this question.',
    no: 'Cancel',
    yes: 'Store as text',
  };
};

/** Asks before cells are written of which a person may expect something else. */
export function WritingDialog() {
  const dispatch = useAppDispatch();
  const question = useAppSelector(selectQuestion);
  if (question === null) return null;
  const { title, lead, no, yes } = question.kind === 'header' ? ofHeader(question) : ofFormula(question);
  const deny = () => dispatch(questionDenied());
  return (
    <Dialog key={question.kind} title={title} onClose={deny}>
      <DialogText>{lead}</DialogText>
      <DialogActions>
        <Button onClick={deny}>{no}</Button>
        <Button look="primary" onClick={() => dispatch(questionConfirmed())}>
          {yes}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
