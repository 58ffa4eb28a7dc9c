/** Whether all tests run (`test:all`): suites then try every kind of database, and series are long. */
export const EVERYTHING = process.env["TRILHO_TEST_ALL"] === "1";
