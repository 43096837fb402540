import { useEffect, useRef, type ReactNode } from 'react';
import styled from 'styled-components';
import { below } from '../parts/breakpoints';
import { PageHeading } from '../parts/PageHeading';
import { Column } from '../parts/spacing';
import { Lead } from '../parts/text';
import { returnPlaceOpened } from '../consent/consentEvents';
import { CreateStage } from './CreateStage';
import { createPageLeft } from './createFlowSlice';
import { DraftInput } from './DraftInput';
import { useCreateKeys } from './useCreateKeys';
import { usePhaseFocus } from './usePhaseFocus';
import { useAppDispatch } from '../storeHooks';

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

/** Who comes back from Google has left a URL here. */
function useArriving() {
  const dispatch = useAppDispatch();
  useEffect(() => {
    dispatch(returnPlaceOpened());
  }, [dispatch]);
}

/** Leaving the page ends the flow: coming back finds it idle. */
function useLeaving() {
  const dispatch = useAppDispatch();
  useEffect(
    () => () => {
      dispatch(createPageLeft());
    },
    [dispatch],
  );
}

interface CreateProjectPageProps {
  /** The way of a workbook into the drive. */
  readonly upload: ReactNode;
}

/** `/projects/new` (specification, section 2). */
export function CreateProjectPage({ upload }: CreateProjectPageProps) {
  const page = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const cardHeading = useRef<HTMLHeadingElement>(null);
  useArriving();
  useLeaving();
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
        <CreateStage upload={upload} heading={cardHeading} />
      </Narrow>
    </Column>
  );
}
