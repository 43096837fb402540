import { type RefObject, useEffect, useRef } from 'react';
import styled from 'styled-components';
import { useWindowEvent } from '../ui/forms/useWindowEvent';
import { below, Column } from '../ui/layout/spacing';
import { PageHeading } from '../ui/layout/PageHeading';
import { Lead } from '../ui/display/text';
import { oauthReturnOpened } from '../consent/consentEvents';
import { type CreateSlots, CreateStage } from './CreateStage';
import { selectCreatePhase } from './createFlowSelectors';
import { createPageLeft, createRequested, draftCleared } from './createFlowSlice';
import { DraftInput } from './DraftInput';
import { useAppDispatch, useAppSelector, useOnScreen } from '../storeHooks';

const Narrow = styled.div`
  max-width: 760px;
  margin-inline: auto;
  padding-top: 56px;

  & > h1 + p {
    margin-top: 8px;
  }
  ${below.lists} {
    padding-top: 36px;
  }
`;

const actsOnEnter = 'button, a, select, [role="menuitem"]';

/** Handles Enter (creates if there is a preview) and Esc (clears); a focused element that handles the key itself has priority. */
function useCreateKeys(page: RefObject<HTMLElement | null>, input: RefObject<HTMLInputElement | null>) {
  const dispatch = useAppDispatch();
  useWindowEvent('keydown', (event) => {
    const target = event.target as Element;
    const isOnPage = target === document.body || page.current?.contains(target);
    if (!isOnPage || event.defaultPrevented || event.isComposing) return;
    if (event.key === 'Enter' && target.closest(actsOnEnter) === null) dispatch(createRequested());
    if (event.key !== 'Escape') return;
    dispatch(draftCleared());
    input.current?.focus();
  });
}

/** Focuses the input on arrival and after a failure, and the heading of the preview when it arrives. */
function usePhaseFocus(input: RefObject<HTMLInputElement | null>, cardHeading: RefObject<HTMLElement | null>) {
  const phase = useAppSelector(selectCreatePhase);
  useEffect(() => input.current?.focus(), [input]);
  useEffect(() => {
    if (phase === 'failed') input.current?.focus();
    if (phase === 'previewReady') cardHeading.current?.focus();
  }, [phase, input, cardHeading]);
}

/** `/projects/new` (specification, section 2). */
export function CreateProjectPage(slots: CreateSlots) {
  const page = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const cardHeading = useRef<HTMLHeadingElement>(null);
  // After a return from Google the saga restores the URL from the address. Leaving the page resets the flow to idle.
  useOnScreen(oauthReturnOpened(), createPageLeft);
  useCreateKeys(page, input);
  usePhaseFocus(input, cardHeading);
  return (
    <Column ref={page}>
      <Narrow>
        <PageHeading hero unfocused>
          Create a new project
        </PageHeading>
        <Lead>
          A project is one spreadsheet in your drive. Each of its sheets becomes an API endpoint that you can call.
        </Lead>
        <DraftInput input={input} />
        <CreateStage {...slots} heading={cardHeading} />
      </Narrow>
    </Column>
  );
}
