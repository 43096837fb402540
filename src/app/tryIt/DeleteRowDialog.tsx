import { Button } from '../parts/Button';
import { Dialog, DialogActions, DialogText } from '../parts/Dialog';

interface DeleteRowDialogProps {
  readonly rowId: string;
  readonly tab: string;
  readonly onDelete: () => void;
  readonly onClose: () => void;
}

/** Asks before a real row is deleted. */
export const DeleteRowDialog = ({ rowId, tab, onDelete, onClose }: DeleteRowDialogProps) => (
  <Dialog title="Delete this row?" onClose={onClose}>
    <DialogText>
      The row {rowId} goes from {tab} and from your sheet. Its id answers 410 from then on.
    </DialogText>
    <DialogActions>
      <Button onClick={onClose}>Keep row</Button>
      <Button look="danger" onClick={onDelete}>
        Delete row
      </Button>
    </DialogActions>
  </Dialog>
);
