import { Button } from '../../ui/forms/Button';
import { Dialog, DialogActions, DialogText } from '../../ui/overlays/Dialog';
import { counted } from '../../ui/display/numbers';
import { selectQuestion } from '../state/sheetSelectors';
import { headerConfirmed, headerKept } from '../state/sheetSlice';
import { useAppDispatch, useAppSelector } from '../../storeHooks';

/** Asks before a header is renamed whose endpoint is being called: its name is the column's name there. */
export function HeaderDialog() {
  const dispatch = useAppDispatch();
  const question = useAppSelector(selectQuestion);
  if (question === null) return null;
  const { header, calls } = question;
  const keep = () => dispatch(headerKept());
  return (
    <Dialog title={`Rename “${header}”?`} onClose={keep}>
      <DialogText>{`“${header}” is used in ${counted(calls, 'request')} today. Who asks for it by this name will not find it.`}</DialogText>
      <DialogActions>
        <Button onClick={keep}>Keep “{header}”</Button>
        <Button look="primary" onClick={() => dispatch(headerConfirmed())}>
          Rename column
        </Button>
      </DialogActions>
    </Dialog>
  );
}
