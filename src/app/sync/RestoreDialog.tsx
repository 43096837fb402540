import { Button } from '../parts/Button';
import { Dialog, DialogActions, DialogText } from '../parts/Dialog';

interface RestoreDialogProps {
  readonly n: number;
  readonly onAnswer: (n: number) => void;
  readonly onClose: () => void;
}

/** Asks before a former version comes back. */
export const RestoreDialog = ({ n, onAnswer, onClose }: RestoreDialogProps) => (
  <Dialog title={`Restore version ${n}?`} onClose={onClose}>
    <DialogText>
      The sheet becomes what it was when another version took its place. Rows added by the API stay, and the version
      that is there now is kept.
    </DialogText>
    <DialogActions>
      <Button onClick={onClose}>Keep current version</Button>
      <Button look="primary" onClick={() => onAnswer(n)}>
        Restore version
      </Button>
    </DialogActions>
  </Dialog>
);
