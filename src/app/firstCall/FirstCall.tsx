import type { ReactNode } from 'react';
import styled from 'styled-components';
import type { ProjectTab } from '../../contract/projects';
import type { TabOfProject } from '../projects/projectsSelectors';
import { Banner } from '../ui/layout/Banner';
import { below, Card, Row } from '../ui/layout/spacing';
import { Button } from '../ui/forms/Button';
import { Small, SmallTitle } from '../ui/display/text';
import { accessChosen } from '../projects/projectsSlice';
import type { SnippetRequest } from '../snippets/snippetRequest';
import { lazyPart } from '../ui/overlays/lazyPart';
import { useAppDispatch, useAppSelector } from '../storeHooks';
import {
  firstCallDone,
  firstCallPutAside,
  type FirstCallState,
  keyWanted,
  openingWanted,
  selectFirstCall,
} from './firstCallSlice';

/** Lazy-loaded; it is in the chunk of the saga, which both buttons load. */
const SnippetCard = lazyPart(
  async () => (await import(/* webpackChunkName: "firstCall" */ '../snippets/SnippetCard')).SnippetCard,
  { waiting: null },
);

const Panel = styled(Card)`
  display: grid;
  gap: 14px;
  margin-top: 20px;
  padding: 16px;
`;

const Asking = styled(Row)`
  gap: 12px 20px;

  & > :first-child {
    flex: 1 1 320px;
    min-width: 0;
  }
  & p {
    margin-top: 2px;
    color: var(--ink-2);
    text-wrap: pretty;
  }
`;

const Choices = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;

  ${below.lists} {
    width: 100%;

    & > button {
      flex: 1 1 auto;
    }
  }
`;

/** Number of rows that the first call requests. */
const LIMIT = '3';

/** Returns a call that reads a few rows of a tab. */
function callOf({ url }: ProjectTab, key: string | undefined): SnippetRequest {
  const { origin, pathname } = new URL(url);
  const call = { method: 'GET', origin, path: pathname, query: [['_limit', LIMIT]], answer: 'rows' } as const;
  return key === undefined ? call : { ...call, key };
}

interface MessageProps {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

const Message = ({ title, text, children }: MessageProps) => (
  <Asking>
    <div>
      <SmallTitle as="h2">{title}</SmallTitle>
      <Small role="status">{text}</Small>
    </div>
    <Choices>{children}</Choices>
  </Asking>
);

const PRIVATE =
  'This project is private: a call without a key answers 401. Make a key that reads, or let whoever has the address read every sheet that is on.';

/** The two buttons that allow a first call: a key, or public reading. */
function FirstCallChoices({ project, way }: Pick<TabOfProject, 'project'> & { readonly way: FirstCallState }) {
  const dispatch = useAppDispatch();
  const { id: projectId } = project;
  const isBusy = way.phase === 'makingKey' || way.phase === 'opening';
  return (
    <Message title="Make your first call" text={PRIVATE}>
      <Button
        look="primary"
        icon="key"
        loading={way.phase === 'makingKey'}
        disabled={way.phase === 'opening'}
        onClick={() => dispatch(keyWanted({ projectId }))}
      >
        Make a key
      </Button>
      <Button
        icon="globe"
        loading={way.phase === 'opening'}
        disabled={way.phase === 'makingKey'}
        onClick={() => dispatch(openingWanted({ projectId }))}
      >
        Let anyone read
      </Button>
      {!isBusy && (
        <Button look="ghost" onClick={() => dispatch(firstCallPutAside({ projectId }))}>
          Not now
        </Button>
      )}
    </Message>
  );
}

const KEYED =
  'The key is in the call below. Copy it now, it is not shown again. It reads, on any site; Access says where, or revokes it.';
const OPEN = 'Whoever has the address reads every sheet that is on. Writing still needs a key.';

/** The panel above a tab's views while only the owner can call the project: the choices, and then the call. */
export function FirstCall({ project, tab }: TabOfProject) {
  const dispatch = useAppDispatch();
  const way = useAppSelector(selectFirstCall, project.id);
  const close = () => dispatch(firstCallDone({ projectId: project.id }));
  const keepPrivate = () => {
    dispatch(accessChosen({ projectId: project.id, access: 'private' }));
    close();
  };
  const doneButton = (
    <Button look="primary" onClick={close}>
      Done
    </Button>
  );
  const isChosen = way.phase === 'keyed' || way.phase === 'open';
  return (
    <Panel as="section" aria-label="Make your first call">
      {way.phase === 'keyed' && (
        <Message title="Your first call, with its key" text={KEYED}>
          {doneButton}
        </Message>
      )}
      {way.phase === 'open' && (
        <Message title="Anyone may read now" text={OPEN}>
          <Button onClick={keepPrivate}>Keep it private</Button>
          {doneButton}
        </Message>
      )}
      {isChosen && <SnippetCard inText request={callOf(tab, way.phase === 'keyed' ? way.secret : undefined)} />}
      {!isChosen && <FirstCallChoices project={project} way={way} />}
      {way.phase === 'refused' && (
        <Banner kind="danger" alert>
          {way.message}
        </Banner>
      )}
    </Panel>
  );
}
