import type { MouseEvent } from 'react';
import styled from 'styled-components';
import type { ProjectTab } from '../../contract/projects';
import type { TabOfProject } from '../projects/projectsSelectors';
import { commandKey } from '../ui/forms/useShortcuts';
import { useWindowEvent } from '../ui/forms/useWindowEvent';
import { below } from '../ui/layout/spacing';
import { Button } from '../ui/forms/Button';
import { ConfirmDialog } from '../ui/overlays/ConfirmDialog';
import { newKeyOpened } from '../keys/keysSlice';
import { SmallTitle, TextButton } from '../ui/display/text';
import { CodeBox, CodeHead } from '../snippets/codeStyles';
import { useAppDispatch, useAppSelector } from '../storeHooks';
import { isSentAsOwner, toTriedRequest, type WholeCall } from './callDraft';
import { tabPath } from './calls';
import { Outcomes, OutcomeAnnouncement } from './Outcomes';
import { TryItFields, type TryItFieldsProps } from './TryItFields';
import { RequestLine } from './tryItStyles';
import { callLeft, selectTriedCall } from './tryItSlice';

interface SendKeys {
  readonly sending: boolean;
  readonly onSend: () => void;
  readonly onCancel: () => void;
}

const inDialog = ({ target }: KeyboardEvent) => target instanceof Element && target.closest('dialog') !== null;

/** Command or Ctrl with Enter sends the call anywhere on the page, also while typing; Esc cancels a pending request. */
function useSendKeys({ sending, onSend, onCancel }: SendKeys) {
  useWindowEvent('keydown', (event) => {
    if (event.defaultPrevented || inDialog(event)) return;
    if (event.key === 'Escape' && sending) onCancel();
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
    event.preventDefault();
    if (!sending && !event.repeat) onSend();
  });
}

const Head = styled(CodeHead)`
  min-height: 44px;
  padding: 0 8px 0 16px;

  & > h3 {
    flex: 1;
  }
  & kbd {
    margin-left: 2px;
    opacity: 0.9;
    font-size: 11px;
  }
  ${below.lists} {
    & kbd {
      display: none;
    }
  }
`;

const Fields = styled.div`
  display: grid;
  gap: 8px;
  padding: 14px 16px;
  background: var(--surface);
`;

/** Sends the call, and cancels a pending request; one button, so that it keeps the focus. A double click only sends. */
function SendButton({ sending, onSend, onCancel }: SendKeys) {
  const press = (event: MouseEvent) => {
    if (!sending) onSend();
    else if (event.detail < 2) onCancel();
  };
  return (
    <Button
      look={sending ? 'secondary' : 'primary'}
      size="small"
      icon={sending ? undefined : 'play'}
      aria-keyshortcuts={sending ? 'Escape' : 'Control+Enter Meta+Enter'}
      onClick={press}
    >
      {sending ? 'Cancel' : 'Send'}
      {!sending && <kbd aria-hidden="true">{commandKey('↵')}</kbd>}
    </Button>
  );
}

/** The request line, updated while typing. */
function Request({ whole }: { readonly whole: WholeCall }) {
  const { method, path } = toTriedRequest(whole);
  const { pathname } = new URL(whole.url);
  const [rowPath = '', query] = path.slice(pathname.length).split('?');
  return (
    <RequestLine>
      {method} {tabPath(whole.url)}
      {rowPath}
      {query !== undefined && <em>?{query}</em>}
    </RequestLine>
  );
}

interface WithoutKeyProps {
  readonly projectId: string;
  readonly tab: ProjectTab;
  readonly whole: WholeCall;
}

/** Explains how a call without a key is authenticated, with a link to create a key. */
function WithoutKey({ projectId, tab: { sheetId }, whole }: WithoutKeyProps) {
  const dispatch = useAppDispatch();
  if (!isSentAsOwner(whole)) return 'Sent without one: anyone may read.';
  const { scope } = whole.call;
  return (
    <>
      Sent as you, signed in. Programs need a key that may {scope}.{' '}
      <TextButton onClick={() => dispatch(newKeyOpened({ projectId, wanted: { scope, sheetId } }))}>
        Make one
      </TextButton>
    </>
  );
}

interface TryItProps extends TabOfProject, Pick<TryItFieldsProps, 'form' | 'isKeyShown' | 'onKey' | 'onKeyShown'> {
  readonly whole: WholeCall;
  /** Whether to ask for confirmation of deleting a row. */
  readonly isConfirming: boolean;
  readonly onSend: () => void;
  readonly onKeep: () => void;
}

/** A console for one call: fields, request line, response. */
export function TryIt({ project, tab, whole, isConfirming, onSend, onKeep, ...fields }: TryItProps) {
  const dispatch = useAppDispatch();
  const sending = useAppSelector(selectTriedCall).phase === 'sending';
  const keys = { sending, onSend: fields.form.submit, onCancel: () => dispatch(callLeft()) };
  useSendKeys(keys);
  return (
    <CodeBox aria-label="Try it">
      <Head>
        <SmallTitle>Try it</SmallTitle>
        <SendButton {...keys} />
      </Head>
      <Fields>
        <TryItFields {...whole} {...fields} keyNote={<WithoutKey projectId={project.id} tab={tab} whole={whole} />} />
      </Fields>
      <Request whole={whole} />
      <OutcomeAnnouncement />
      <Outcomes project={project} tab={tab} call={whole.call} />
      {isConfirming && (
        <ConfirmDialog
          keep="Keep row"
          go="Delete row"
          look="danger"
          onConfirm={onSend}
          onClose={onKeep}
          title="Delete this row?"
        >
          The row {whole.draft.id} goes from {tab.title} and from your sheet. Its id answers 410 from then on.
        </ConfirmDialog>
      )}
    </CodeBox>
  );
}
