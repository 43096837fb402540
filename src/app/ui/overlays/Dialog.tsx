import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import styled, { css, keyframes } from 'styled-components';
import { SectionTitle } from '../display/text';
import { Block, Row } from '../layout/spacing';

const rise = keyframes`
  from { opacity: 0; translate: 0 8px; }
`;

/** How a dialog lies over the page. */
export const dialogLook = css`
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

const Box = styled.dialog<{ $wide: boolean }>`
  ${dialogLook}
  max-width: ${({ $wide }) => ($wide ? 860 : 480)}px;
`;

/** The answers, the safe one first. */
export const DialogActions = styled(Row)`
  justify-content: flex-end;
  margin-top: 24px;
`;

/** What stands under the question. */
export const DialogText = styled.p`
  margin-top: 8px;
  color: var(--ink-2);
  overflow-wrap: anywhere;
`;

export interface DialogProps {
  /** The question. */
  readonly title: string;
  /** `dialog` where nothing is asked. */
  readonly role?: 'alertdialog' | 'dialog';
  /** For what needs room, a table for example. */
  readonly wide?: boolean;
  /** While it works, neither Esc nor a press beside it closes it. */
  readonly working?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * A question that must be answered before anything else. It is open as long as it is rendered; the focus stays inside
 * and returns to where it was.
 */
export function Dialog({ title, role = 'alertdialog', wide = false, working = false, onClose, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  const leave = () => {
    if (!working) onClose();
  };
  return (
    <Box
      ref={ref}
      $wide={wide}
      role={role}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        leave();
      }}
      onMouseDown={(event) => event.target === event.currentTarget && leave()}
    >
      <Block $pad={24}>
        <SectionTitle id={titleId}>{title}</SectionTitle>
        {children}
      </Block>
    </Box>
  );
}
