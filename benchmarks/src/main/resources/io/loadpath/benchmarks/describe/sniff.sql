-- Guesses what divides the rows and fields of a file of text.
--
-- file: its name. Prints one row: delimiter, quote and escape, each as hex digits, and whether there is a header line.
SELECT hex(Delimiter), hex(Quote), hex(Escape), HasHeader
FROM sniff_csv(getvariable('file'), all_varchar = true, sample_size = 50000);
