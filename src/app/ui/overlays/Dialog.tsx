import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import styled, { css, keyframes } from 'styled-components';
import { SectionTitle } from '../display/text';
import { Block, Row } from '../layout/spacing';

const rise = keyframes`
  from { opacity: 0; translate: 0 8px; }
`;

/** Styles of a dialog over the page. */
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

/** The buttons of a dialog, the one that cancels first. */
export const DialogActions = styled(Row)`
  justify-content: flex-end;
  margin-top: 24px;
`;

/** The text below the title. */
export const DialogText = styled.p`
  margin-top: 8px;
  color: var(--ink-2);
  overflow-wrap: anywhere;
`;

export interface DialogProps {
  /** Title, usually a question. */
  readonly title: string;
  /** `dialog` for content that is no question. */
  readonly role?: 'alertdialog' | 'dialog';
  /** For wide content, such as a table. */
  readonly wide?: boolean;
  /** While set, neither Esc nor a click outside closes the dialog. */
  readonly working?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A modal dialog, open while it is rendered. The focus is trapped inside and restored afterwards. */
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
