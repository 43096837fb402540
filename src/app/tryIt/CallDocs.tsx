import { Fragment } from 'react';
import styled from 'styled-components';
import { apiPaths } from '../../contract/paths';
import type { ProjectTab } from '../../contract/projects';
import { selectApiOrigin } from '../about/aboutSlice';
import type { TabOfProject } from '../projects/projectsSelectors';
import { below, Spread } from '../ui/layout/spacing';
import { ButtonAnchor } from '../ui/forms/Button';
import { counted } from '../ui/display/numbers';
import { InlineCode, SectionTitle, smallText, SmallTitle } from '../ui/display/text';
import { useAppSelector } from '../storeHooks';
import { StatusBadge } from './AnswerPane';
import type { WholeCall } from './callDraft';
import { bodyParameter, type Parameter, parametersOf } from './callParameters';
import type { ApiCall } from './calls';
import { responsesOf, descriptions, type ProseParts } from './callTexts';

/** A text with its names as inline code. */
const Prose = ({ children }: { readonly children: ProseParts }) =>
  children.map((part, at) =>
    typeof part === 'string' ? <Fragment key={at}>{part}</Fragment> : <InlineCode key={at}>{part.code}</InlineCode>,
  );

const Paragraph = styled.p`
  max-width: 60ch;
  margin-top: 4px;
  color: var(--ink-2);
`;

const Line = styled.div<{ $narrow?: boolean }>`
  display: grid;
  grid-template-columns: 148px minmax(0, 1fr);
  gap: 4px 16px;
  padding: 11px 0;
  border-top: 1px solid var(--line);
  ${smallText}

  & > dd {
    color: var(--ink-2);
  }
  ${below.lists} {
    grid-template-columns: ${({ $narrow }) => ($narrow ? '64px minmax(0, 1fr)' : 'minmax(0, 1fr)')};
  }
`;

const Name = styled.dt`
  font: 600 12px/20px var(--font-mono);

  & > small {
    display: block;
    color: var(--ink-3);
    font: 450 11px/16px var(--font-mono);
  }
`;

const Parameters = ({ title, all }: { readonly title: string; readonly all: readonly Parameter[] }) => (
  <>
    <SmallTitle $top={24} $bottom={6}>
      {title}
    </SmallTitle>
    <dl>
      {all.map(({ name, type, meaning }) => (
        <Line key={name}>
          <Name>
            {name} <small>{type}</small>
          </Name>
          <dd>
            <Prose>{meaning}</Prose>
          </dd>
        </Line>
      ))}
    </dl>
  </>
);

/** Maximum number of columns of a body that are listed; the schema lists all. */
const MAX_LISTED = 12;

function Body({ call, columns }: Pick<WholeCall, 'call' | 'columns'>) {
  if (!call.sendsBody || columns.length === 0) return null;
  const rest = columns.length - MAX_LISTED;
  return (
    <>
      <Parameters title="Body" all={columns.slice(0, MAX_LISTED).map(bodyParameter)} />
      {rest > 0 && <Paragraph>And {counted(rest, 'column')} more.</Paragraph>}
    </>
  );
}

const Answers = ({ call, tab }: { readonly call: ApiCall; readonly tab: ProjectTab }) => (
  <>
    <SmallTitle $top={24} $bottom={6}>
      Responses
    </SmallTitle>
    <dl>
      {responsesOf[call.id](tab.title).map(({ status, meaning }) => (
        <Line key={status} $narrow>
          <dt>
            <StatusBadge status={status} word={String(status)} />
          </dt>
          <dd>
            <Prose>{meaning}</Prose>
          </dd>
        </Line>
      ))}
    </dl>
  </>
);

/** The documentation of a call: purpose, parameters, body, responses, with examples of this tab. */
export function CallDocs({ project, tab, call, columns }: TabOfProject & Pick<WholeCall, 'call' | 'columns'>) {
  const apiOrigin = useAppSelector(selectApiOrigin);
  return (
    <>
      <Spread $gap="8px 16px" $top={28}>
        <SectionTitle>{call.name}</SectionTitle>
        <ButtonAnchor
          look="ghost"
          size="small"
          icon="download"
          href={`${apiOrigin}${apiPaths.projectOpenapi(project.id)}`}
          download
        >
          OpenAPI file
        </ButtonAnchor>
      </Spread>
      <Paragraph>
        <Prose>{descriptions[call.id](tab.title)}</Prose>
      </Paragraph>
      <Parameters title={call.ofRow ? 'Parameters' : 'Query parameters'} all={parametersOf[call.id](columns)} />
      <Body call={call} columns={columns} />
      <Answers call={call} tab={tab} />
    </>
  );
}
