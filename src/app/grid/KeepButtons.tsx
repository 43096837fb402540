import type { MouseEventHandler } from 'react';
import { Button } from '../ui/forms/Button';
import { Row } from '../ui/layout/spacing';

interface KeepButtonsProps {
  readonly onMine: MouseEventHandler<HTMLElement>;
  readonly onTheirs: MouseEventHandler<HTMLElement>;
}

/** Buttons that resolve a conflict: a value was changed elsewhere while it was edited here. */
export const KeepButtons = ({ onMine, onTheirs }: KeepButtonsProps) => (
  <Row $gap={6}>
    <Button size="small" onClick={onMine}>
      Keep mine
    </Button>
    <Button size="small" onClick={onTheirs}>
      Keep theirs
    </Button>
  </Row>
);
