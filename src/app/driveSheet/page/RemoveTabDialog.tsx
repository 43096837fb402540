import type { DriveSpreadsheet } from '../../../contract/drive';
import { Button } from '../../ui/forms/Button';
import { Dialog, DialogActions, DialogText } from '../../ui/overlays/Dialog';
import { counted } from '../../ui/display/numbers';
import { tabRemoved } from '../state/sheetEvents';
import { useAppDispatch } from '../../storeHooks';

interface RemoveTabDialogProps {
  readonly spreadsheet: DriveSpreadsheet;
  readonly sheetId: number;
  readonly onClose: () => void;
}

/** Asks before a tab is deleted, with its rows and its endpoint. */
export function RemoveTabDialog({ spreadsheet, sheetId, onClose }: RemoveTabDialogProps) {
  const dispatch = useAppDispatch();
  const tab = spreadsheet.tabs.find((one) => one.sheetId === sheetId);
  const { title = '', rows = 0 } = tab ?? {};
  const endpoint = spreadsheet.projectId === undefined ? '' : ' Its endpoint answers 410 from now on.';
  const remove = () => {
    onClose();
    dispatch(tabRemoved({ sheetId }));
  };
  return (
    <Dialog title={`Delete ${title}?`} onClose={onClose}>
      <DialogText>{`${counted(rows, 'row')} go with it.${endpoint}`}</DialogText>
      <DialogActions>
        <Button onClick={onClose}>Keep sheet</Button>
        <Button look="danger" onClick={remove}>
          Delete sheet
        </Button>
      </DialogActions>
    </Dialog>
  );
}
