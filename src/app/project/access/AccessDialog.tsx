import type { Access } from '../../../contract/projects';
import { Button } from '../../ui/forms/Button';
import { Dialog, DialogActions, DialogText } from '../../ui/overlays/Dialog';

const questions: Record<Access, { title: string; text: string; keep: string; change: string }> = {
  public: {
    title: 'Let anyone read?',
    text: 'Whoever has the address can read every sheet that is on, all columns.',
    keep: 'Keep it private',
    change: 'Let anyone read',
  },
  private: {
    title: 'Let only key holders read?',
    text: 'Calls without a key answer 401 from now on.',
    keep: 'Keep it open',
    change: 'Let only key holders read',
  },
};

interface AccessDialogProps {
  /** What it would become. */
  readonly access: Access;
  readonly onAnswer: (access: Access) => void;
  readonly onClose: () => void;
}

/** Asks before reading is opened or closed. */
export function AccessDialog({ access, onAnswer, onClose }: AccessDialogProps) {
  const { title, text, keep, change } = questions[access];
  return (
    <Dialog title={title} onClose={onClose}>
      <DialogText>{text}</DialogText>
      <DialogActions>
        <Button onClick={onClose}>{keep}</Button>
        <Button look="primary" onClick={() => onAnswer(access)}>
          {change}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
