import type { Access } from '../../../contract/projects';
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog';

const questions: Record<Access, { title: string; text: string; keep: string; go: string }> = {
  public: {
    title: 'Let anyone read?',
    text: 'Whoever has the address can read every sheet that is on, all columns.',
    keep: 'Keep it private',
    go: 'Let anyone read',
  },
  private: {
    title: 'Let only key holders read?',
    text: 'Calls without a key answer 401 from now on.',
    keep: 'Keep it open',
    go: 'Let only key holders read',
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
  const { text, ...words } = questions[access];
  return (
    <ConfirmDialog {...words} onConfirm={() => onAnswer(access)} onClose={onClose}>
      {text}
    </ConfirmDialog>
  );
}
