module @jit_structure attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x8xf32>) -> (tensor<8x4xf32> {jax.result_info = "result[0]"}, tensor<32xf32> {jax.result_info = "result[1]"}, tensor<2x4xf32> {jax.result_info = "result[2]"}, tensor<4x8xf32> {jax.result_info = "result[3]"}, tensor<4x17xf32> {jax.result_info = "result[4]"}, tensor<2x4x8xf32> {jax.result_info = "result[5]"}, tensor<4x31xf32> {jax.result_info = "result[6]"}, tensor<6xi32> {jax.result_info = "result[7]"}, tensor<2x3xui32> {jax.result_info = "result[8]"}, tensor<2x8xf32> {jax.result_info = "result[9]"}, tensor<0x3xf32> {jax.result_info = "result[10]"}, tensor<4x8xf32> {jax.result_info = "result[11]"}, tensor<2x2xi1> {jax.result_info = "result[12]"}, tensor<200xi16> {jax.result_info = "result[13]"}) {
    %cst = stablehlo.constant dense<[0.000000e+00, 1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00, 5.000000e+00, 6.000000e+00, 7.000000e+00]> : tensor<8xf32>
    %c = stablehlo.constant dense<[[true, false], [true, true]]> : tensor<2x2xi1>
    %c_0 = stablehlo.constant dense<"0x00000100020003000400050006000700080009000A000B000C000D000E000F0010001100120013001400150016001700180019001A001B001C001D001E001F0020002100220023002400250026002700280029002A002B002C002D002E002F0030003100320033003400350036003700380039003A003B003C003D003E003F0040004100420043004400450046004700480049004A004B004C004D004E004F0050005100520053005400550056005700580059005A005B005C005D005E005F0060006100620063006400650066006700680069006A006B006C006D006E006F0070007100720073007400750076007700780079007A007B007C007D007E007F0080008100820083008400850086008700880089008A008B008C008D008E008F0090009100920093009400950096009700980099009A009B009C009D009E009F00A000A100A200A300A400A500A600A700A800A900AA00AB00AC00AD00AE00AF00B000B100B200B300B400B500B600B700B800B900BA00BB00BC00BD00BE00BF00C000C100C200C300C400C500C600C700"> : tensor<200xi16>
    %0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<4x8xf32>) -> tensor<8x4xf32>
    %1 = stablehlo.reshape %arg0 : (tensor<4x8xf32>) -> tensor<32xf32>
    %2 = stablehlo.slice %arg0 [1:3, 0:8:2] : (tensor<4x8xf32>) -> tensor<2x4xf32>
    %3 = stablehlo.reverse %arg0, dims = [1] : tensor<4x8xf32>
    %4 = stablehlo.slice %arg0 [0:4, 0:1] : (tensor<4x8xf32>) -> tensor<4x1xf32>
    %5 = stablehlo.concatenate %arg0, %arg0, %4, dim = 1 : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x17xf32>
    %6 = stablehlo.broadcast_in_dim %arg0, dims = [1, 2] : (tensor<4x8xf32>) -> tensor<1x4x8xf32>
    %7 = stablehlo.broadcast_in_dim %arg0, dims = [1, 2] : (tensor<4x8xf32>) -> tensor<1x4x8xf32>
    %8 = stablehlo.concatenate %6, %7, dim = 0 : (tensor<1x4x8xf32>, tensor<1x4x8xf32>) -> tensor<2x4x8xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.pad %arg0, %cst_1, low = [1, 0], high = [-1, 2], interior = [0, 3] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x31xf32>
    %10 = stablehlo.iota dim = 0 : tensor<6xi32>
    %11 = stablehlo.iota dim = 1 : tensor<2x3xui32>
    %12 = stablehlo.slice %arg0 [0:1, 0:8] : (tensor<4x8xf32>) -> tensor<1x8xf32>
    %13 = stablehlo.reshape %12 : (tensor<1x8xf32>) -> tensor<8xf32>
    %14 = stablehlo.broadcast_in_dim %13, dims = [1] : (tensor<8xf32>) -> tensor<2x8xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<0x3xf32>
    %16 = stablehlo.broadcast_in_dim %cst, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %17 = stablehlo.broadcast_in_dim %16, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<4x8xf32>
    %18 = stablehlo.add %arg0, %17 : tensor<4x8xf32>
    return %0, %1, %2, %3, %5, %8, %9, %10, %11, %14, %15, %18, %c, %c_0 : tensor<8x4xf32>, tensor<32xf32>, tensor<2x4xf32>, tensor<4x8xf32>, tensor<4x17xf32>, tensor<2x4x8xf32>, tensor<4x31xf32>, tensor<6xi32>, tensor<2x3xui32>, tensor<2x8xf32>, tensor<0x3xf32>, tensor<4x8xf32>, tensor<2x2xi1>, tensor<200xi16>
  }
}
