import styled from 'styled-components';
import type { TemplateTab } from '../../contract/templates';
import { below } from '../parts/breakpoints';
import { MethodBadge } from '../parts/MethodBadge';
import { NewAddress } from '../parts/NewAddress';
import { counted } from '../parts/numbers';
import { CodeBox, CodeHead, CodeText } from '../snippets/codeLook';

const Head = styled(CodeHead)`
  gap: 10px;
  padding: 8px 12px;

  & > code {
    flex: 1;
    min-width: 0;
  }
  & > span:last-child {
    color: var(--ink-3);
    font-size: var(--text-xs);
    font-variant-numeric: tabular-nums;
  }
  ${below.lists} {
    & > code {
      overflow-wrap: anywhere;
      white-space: normal;
    }
    & > span:last-child {
      display: none;
    }
  }
`;

const Text = styled(CodeText)`
  height: 148px;
  padding-block: 10px;
`;

const Box = styled(CodeBox)`
  margin-top: 12px;
`;

const kindOf = (value: unknown) =>
  typeof value === 'string' ? 'string' : typeof value === 'number' ? 'number' : 'word';

/** The first row as its endpoint answers it. */
const Answer = ({ tab: { columns, first } }: { readonly tab: TemplateTab }) => (
  <>
    {'{\n'}
    {columns.map(({ key }, at) => (
      <span key={key}>
        {'  '}
        <span data-kind="key">{JSON.stringify(key)}</span>
        {': '}
        <span data-kind={kindOf(first[0]?.[at])}>{JSON.stringify(first[0]?.[at] ?? null)}</span>
        {at < columns.length - 1 ? ',\n' : '\n'}
      </span>
    ))}
    {'}'}
  </>
);

/** What a tab becomes: its address, of which the project's part is made with the project, and a row of its answer. */
export const PreviewEndpoint = ({ tab }: { readonly tab: TemplateTab }) => (
  <Box aria-label="Endpoint">
    <Head>
      <MethodBadge method="GET" />
      <NewAddress tab={tab.title} />
      <span>{`${counted(tab.rows, 'row')}, ${counted(tab.columns.length, 'column')}`}</span>
    </Head>
    <Text tabIndex={0} role="region" aria-label={`A row of ${tab.title} as JSON`}>
      <Answer tab={tab} />
    </Text>
  </Box>
);
