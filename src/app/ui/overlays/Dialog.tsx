import { type ComponentProps, useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import styled, { keyframes } from 'styled-components';
import { SectionTitle } from '../display/text';
import { Block, Row } from '../layout/spacing';

const rise = keyframes`
  from { opacity: 0; translate: 0 8px; }
`;

const Look = styled.dialog`
  width: calc(100% - 32px);
  padding: 0;
  border: 0;
  border-radius: var(--r-xl);
  color: var(--ink);
  background: var(--raised);
  box-shadow: var(--shadow-4);

  &[open] {
    animation: ${rise} var(--t-slow) var(--ease);
  }
  &::backdrop {
    background: var(--scrim);
  }
`;

interface ModalProps extends Omit<ComponentProps<'dialog'>, 'ref' | 'onClose'> {
  /** While set, neither Esc nor a click outside closes it. */
  readonly working?: boolean;
  readonly onClose: () => void;
}

/** A modal box over the page, open while it is rendered. The focus is trapped inside and restored afterwards. */
export function Modal({ working = false, onClose, ...rest }: ModalProps) {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  const leave = () => {
    if (!working) onClose();
  };
  return (
    <Look
      ref={ref}
      {...rest}
      onCancel={(event) => {
        event.preventDefault();
        leave();
      }}
      onMouseDown={(event) => {
        if (event.target === event.currentTarget) leave();
      }}
    />
  );
}

const Box = styled(Modal)<{ $wide: boolean }>`
  max-width: ${({ $wide }) => ($wide ? 860 : 480)}px;
`;

/** The buttons of a dialog, the one that cancels first. */
export const DialogActions = styled(Row)`
  justify-content: flex-end;
  margin-top: 24px;
`;

/** The text below the title. */
export const DialogText = styled.p`
  margin-top: 8px;
  color: var(--ink-2);
`;

export interface DialogProps extends Pick<ModalProps, 'working' | 'onClose'> {
  /** Title, usually a question. */
  readonly title: string;
  /** `dialog` for content that is no question. */
  readonly role?: 'alertdialog' | 'dialog';
  /** For wide content, such as a table. */
  readonly wide?: boolean;
  readonly children: ReactNode;
}

/** A modal dialog with a title. */
export function Dialog({ title, role = 'alertdialog', wide = false, children, ...modal }: DialogProps) {
  const titleId = useId();
  return (
    <Box {...modal} $wide={wide} role={role} aria-labelledby={titleId}>
      <Block $pad={24}>
        <SectionTitle id={titleId}>{title}</SectionTitle>
        {children}
      </Block>
    </Box>
  );
}
