/** The account of the operators, which the first start makes: its users alone can be operators. */
export const OPERATORS_ACCOUNT = 'acct_default';
