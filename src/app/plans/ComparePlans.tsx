import { useId } from 'react';
import styled from 'styled-components';
import { planNames, plans } from '../../contract/plans';
import { below, Card, Block } from '../ui/layout/spacing';
import { Icon } from '../ui/display/Icon';
import { tableLook } from '../ui/layout/tableLook';
import { SectionTitle, Unseen } from '../ui/display/text';
import { comparison, EVERYWHERE } from './planWords';
import { selectOwnPlan } from './plansSelectors';
import { useAppSelector } from '../storeHooks';

/** On phones the table scrolls under its first column. */
const Scroller = styled(Card)`
  position: relative;
  overflow-x: auto;
`;

const Table = styled.table`
  ${tableLook}

  th,
  td {
    width: 22%;
    padding: 11px 16px;
    font-weight: inherit;
    text-align: left;
  }
  th:first-child,
  td:first-child {
    width: 34%;
    color: var(--ink-2);
  }
  thead th,
  thead td {
    height: 36px;
    padding-block: 0;
  }
  [data-own] {
    background: var(--accent-soft);
  }
  tbody tr:hover > * {
    background: var(--subtle);
  }
  tbody tr:hover > [data-own] {
    background: var(--accent-soft-hover);
  }
  td > svg {
    color: var(--accent-text);
  }
  thead [data-own] {
    color: var(--ink-2);
  }
  ${below.lists} {
    min-width: 560px;
    table-layout: fixed;

    th,
    td {
      width: auto;
      padding-inline: 12px;
    }
    th:first-child,
    td:first-child {
      position: sticky;
      z-index: 1;
      left: 0;
      width: 128px;
      background: var(--surface);
    }
  }
`;

const Included = () => (
  <>
    <Icon name="check" />
    <Unseen>Included</Unseen>
  </>
);

/** The limits of all plans in a table; the column of the user's plan is tinted. */
export function ComparePlans() {
  const own = useAppSelector(selectOwnPlan);
  const id = useId();
  const isOwn = (name: (typeof planNames)[number]) => (name === own ? '' : undefined);
  return (
    <Block as="section" $top={40}>
      <SectionTitle id={id} $bottom={12}>
        Compare in detail
      </SectionTitle>
      <Scroller role="region" aria-labelledby={id} tabIndex={0}>
        <Table>
          <thead>
            <tr>
              <td />
              {planNames.map((name) => (
                <th key={name} scope="col" data-own={isOwn(name)}>
                  {plans[name].name}
                  {name === own && ', your plan'}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {comparison.map((line) => (
              <tr key={line.name}>
                <th scope="row">{line.name}</th>
                {planNames.map((name) => (
                  <td key={name} data-own={isOwn(name)}>
                    {line.of(plans[name])}
                  </td>
                ))}
              </tr>
            ))}
            <tr>
              <th scope="row">{EVERYWHERE}</th>
              {planNames.map((name) => (
                <td key={name} data-own={isOwn(name)}>
                  <Included />
                </td>
              ))}
            </tr>
          </tbody>
        </Table>
      </Scroller>
    </Block>
  );
}
