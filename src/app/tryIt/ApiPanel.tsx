import { type ReactNode, useMemo, useState } from 'react';
import styled from 'styled-components';
import type { Column, Row } from '../../contract/rows';
import { useColumns } from '../columns/columnsSelectors';
import { type KnownColumns } from '../columns/columnsSlice';
import { useQueryParameters } from '../currentPage';
import { failureText } from '../http/apiError';
import type { TabOfProject } from '../projects/projectsSelectors';
import { Banner } from '../ui/layout/Banner';
import { below, Block, Spread, Stack } from '../ui/layout/spacing';
import { Button } from '../ui/forms/Button';
import { useForm } from '../ui/forms/useForm';
import { delayed, Skeleton } from '../ui/layout/Skeleton';
import { CodeBox } from '../snippets/codeStyles';
import { SnippetCard } from '../snippets/SnippetCard';
import { useAppDispatch, useAppSelector, useOnScreen } from '../storeHooks';
import { CallDocs } from './CallDocs';
import { selectFirstKey } from '../firstCall/firstCallSlice';
import {
  type CallDraft,
  maskedKey,
  problemsOf,
  sampleDraft,
  toSnippetRequest,
  toTriedRequest,
  type WholeCall,
} from './callDraft';
import { CallList } from './CallList';
import { type ApiCall, findCall } from './calls';
import { TryIt } from './TryIt';
import { callLeft, requestSent } from './tryItSlice';

const Code = styled(CodeBox)`
  display: grid;
  align-content: start;
  gap: 12px;
  min-height: 440px;
  padding: 20px 16px;
  ${delayed}
`;

const lines = [300, 220, 260, 180];

/** Placeholder of the documentation or the code while the columns load. */
function ApiSkeleton({ part }: { readonly part: 'docs' | 'code' }) {
  if (part === 'code')
    return (
      <Code aria-hidden="true">
        {lines.map((width) => (
          <Skeleton key={width} $width={width} />
        ))}
      </Code>
    );
  return (
    <Stack $gap={20} $top={28} aria-hidden="true">
      <Skeleton $width={140} $height={20} />
      {Array.from({ length: 9 }, (_, at) => (
        <Skeleton key={at} $width={lines[at % lines.length] ?? 200} $height={14} />
      ))}
    </Stack>
  );
}

const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 500px);
  align-items: start;
  gap: 40px;
  padding-top: 24px;

  ${below.columns} {
    grid-template-columns: minmax(0, 1fr);
  }
`;

/** The console is sticky while the documentation scrolls. */
const Beside = styled(Stack)`
  position: sticky;
  top: calc(var(--header-h) + 16px);
  gap: 16px;

  ${below.columns} {
    position: static;
  }
`;

const NO_COLUMNS: readonly Column[] = [];
const UNREAD = 'The columns did not load. Calls still work. Try again in a moment.';

function ColumnsTrouble({ known, retry }: { readonly known: KnownColumns; readonly retry: () => void }) {
  if (known.phase !== 'failed') return null;
  return (
    <Block $top={20}>
      <Banner kind="danger" alert>
        <Spread $gap="8px 16px">
          {failureText(known.failure, UNREAD)}
          <Button size="small" onClick={retry}>
            Try again
          </Button>
        </Spread>
      </Banner>
    </Block>
  );
}

/** State of the pasted key, which is stored nowhere else. */
function useTypedKey() {
  const [apiKey, onKey] = useState('');
  const [isKeyShown, onKeyShown] = useState(false);
  return { apiKey, isKeyShown, onKey, onKeyShown };
}

interface OneCallProps extends TabOfProject {
  readonly call: ApiCall;
  readonly columns: readonly Column[];
  readonly first: Row | null;
  readonly typedKey: ReturnType<typeof useTypedKey>;
}

/** State of the fields of a call, and its submit; deleting a row needs a confirmation. */
function useCall({ project, tab, call, columns, first, typedKey: { apiKey } }: OneCallProps) {
  const dispatch = useAppDispatch();
  const [isConfirming, setConfirming] = useState(false);
  const sample = useMemo(() => sampleDraft(call, columns, first), [call, columns, first]);
  const wholeCallOf = (draft: CallDraft): WholeCall => ({
    call,
    draft,
    columns,
    apiKey,
    url: tab.url,
    needsKey: call.scope !== 'read' || project.access === 'private',
  });
  const send = (draft: CallDraft) => {
    setConfirming(false);
    dispatch(requestSent(toTriedRequest(wholeCallOf(draft))));
  };
  const form = useForm(sample, {
    problems: (draft) => problemsOf({ call, draft, apiKey }),
    onSubmit: (draft) => (call.id === 'delete' ? setConfirming(true) : send(draft)),
  });
  return {
    form,
    isConfirming,
    whole: wholeCallOf(form.values),
    onSend: () => send(form.values),
    onKeep: () => setConfirming(false),
  };
}

/** The snippet and the console of one call, both updated while typing. */
function OneCall(props: OneCallProps) {
  const { project, tab, call, typedKey } = props;
  const { apiKey, isKeyShown } = typedKey;
  const firstKey = useAppSelector(selectFirstKey, project.id) ?? '';
  const tried = useCall(props);
  const { whole } = tried;
  const snippetKey = apiKey === '' && call.scope === 'read' ? firstKey : apiKey;
  useOnScreen(undefined, callLeft);
  return (
    <Beside>
      <SnippetCard
        request={toSnippetRequest({ ...whole, apiKey: snippetKey })}
        shownKey={isKeyShown || apiKey === '' ? undefined : maskedKey(apiKey.trim())}
      />
      <TryIt project={project} tab={tab} {...tried} {...typedKey} />
    </Beside>
  );
}

function TabCalls({ project, tab, call }: TabOfProject & { readonly call: ApiCall }) {
  const [known, retry] = useColumns(project, tab.sheetId);
  const typedKey = useTypedKey();
  const columns = known.phase === 'ready' ? known.columns : NO_COLUMNS;
  const first = known.phase === 'ready' ? known.first : null;
  const isLoading = known.phase === 'loading';
  return (
    <Columns aria-busy={isLoading || undefined}>
      <div>
        <CallList project={project} tab={tab} current={call} />
        <ColumnsTrouble known={known} retry={retry} />
        {isLoading ? (
          <ApiSkeleton part="docs" />
        ) : (
          <CallDocs project={project} tab={tab} call={call} columns={columns} />
        )}
      </div>
      {isLoading ? (
        <ApiSkeleton part="code" />
      ) : (
        <OneCall
          key={`${tab.sheetId} ${call.id}`}
          project={project}
          tab={tab}
          call={call}
          columns={columns}
          first={first}
          typedKey={typedKey}
        />
      )}
    </Columns>
  );
}

interface ApiPanelProps extends TabOfProject {
  /** The dialog that creates a key, which a call may open. */
  readonly newKey: ReactNode;
}

/** The API view of a tab: its six calls with their documentation, as code, and to try. */
export function ApiPanel({ project, tab, newKey }: ApiPanelProps) {
  const search = useQueryParameters();
  return (
    <>
      <TabCalls key={project.id} project={project} tab={tab} call={findCall(search.get('call'))} />
      {newKey}
    </>
  );
}
